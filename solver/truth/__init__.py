"""What a finished room knows: depth, ids, boxes, relations, and questions made of them. No bpy here."""
