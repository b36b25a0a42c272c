# scene-solver: `make help` lists the targets.
SCENE ?= scenes/weavebench_living_room.yaml
QUALITY ?= standard
BLENDER ?= blender
GRADER ?= check
RUN = .venv/bin

.PHONY: help setup solve test check bench bench-place bench-render bench-truth bench-ways test-evalscope gallery gold gold-check gold-update regress mutation blender-deps matrix ortools-versions random outlines clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

setup: ## make .venv with all that is needed, and the built-in furniture (quick the second time)
	@sh scripts/setup.sh

solve: setup ## make the default room into out/ (SCENE=, QUALITY=draft|standard|final, ARGS=)
	$(RUN)/scene-solver solve $(SCENE) --quality $(QUALITY) $(ARGS)

test: setup ## run the tests
	$(RUN)/python -m pytest $(ARGS)

check: setup ## format, lint and types
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy

bench: setup ## speed: placing, the share of rendering, the cache (ratios in one run)
	$(RUN)/python bench/solve.py
	$(RUN)/python bench/append.py
	$(RUN)/python -m bench.place $(ARGS)

bench-render: setup ## price of a picture: seconds and error of many settings into docs/render-study.md (resumes)
	@$(RUN)/python -c "import flip_evaluator" 2>/dev/null || $(RUN)/pip install -q -c constraints.txt -e '.[bench]'
	$(RUN)/python bench/render.py $(ARGS)

bench-place: setup ## the placer on hundreds of generated rooms, beside random placers (ARGS="--quick")
	$(RUN)/python -m bench.place $(ARGS)

bench-ways: setup ## how often only a disc gets through where the proven way does not (ARGS="--layouts 4000")
	$(RUN)/python bench/ways.py $(ARGS)

bench-truth: setup ## truth and questions: agreement with Blender, speed, memory (ratios in one run)
	$(RUN)/python bench/truth.py $(ARGS)

test-evalscope: setup ## our SURDS scorer against EvalScope's own, in an environment of its own
	@sh scripts/test_evalscope.sh

gallery: setup ## contact sheet of all scenes in three styles, both views (ARGS="SCENE … --styles …")
	$(RUN)/python bench/gallery.py $(ARGS)

gold: setup ## a gold output into out/gold, with its facts as text (SCENE=)
	$(RUN)/scene-solver gold $(SCENE) $(ARGS)

gold-check: setup ## what differs from the kept text gold in tests/gold, in words (SCENE=)
	$(RUN)/scene-solver gold $(SCENE) --check $(ARGS)

gold-update: setup ## rewrite the kept text gold: the only thing that does (SCENE=)
	$(RUN)/scene-solver gold $(SCENE) --update $(ARGS)

regress: setup ## try a grader on gold and every fault (GRADER=grade|check|module:function|command|task file)
	$(RUN)/scene-solver regress --grader "$(GRADER)" $(ARGS)

mutation: setup ## change one operator at a time and see whether the tests notice (MODULES=, SHARE=, SECONDS_MOST=)
	@sh scripts/mutation.sh

blender-deps: ## dependencies for a real Blender's own Python (BLENDER=blender)
	@sh scripts/blender_deps.sh $(BLENDER)

matrix: ## the import tests in bpy 4.2, 4.5, 5.0 (Python 3.11) and 5.3 (3.13), as a table (WHEELS=)
	@sh scripts/matrix.sh $(ARGS)

ortools-versions: ## every scene's layout with several OR-Tools versions, equal to the kept one or not
	@sh scripts/ortools_versions.sh $(ARGS)

random: setup ## the placer's random tests at length: 300 rooms, 100 impossible ones, 20 hash seeds
	RANDOM_SCENES=300 IMPOSSIBLE_SCENES=100 HASH_SEEDS=20 \
		$(RUN)/python -m pytest tests/place/test_random_scenes.py tests/place/test_brute_force.py $(ARGS)

outlines: setup ## 200 random furniture files, measured and drawn (about a quarter of an hour)
	RANDOM_ASSETS=200 $(RUN)/python -m pytest tests/blender/test_append_outlines.py $(ARGS)

clean: ## remove what can be made again
	rm -rf out build .blender-deps .mypy_cache .ruff_cache .pytest_cache .hypothesis
