"""What things are: scene files, catalogue, geometry, rules, layouts, plans. No bpy, no solver here."""
