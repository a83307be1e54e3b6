// First tests come with the room.
