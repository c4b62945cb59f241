"""What both ends of the pipe to the sealed process need: messages, the installed fonts, the renderer's build."""
