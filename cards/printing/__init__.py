"""From faces to sheets: drawing in a sealed process, imposing, proof-reading, and the queue in front of it."""
