"""ArchPiratus: two captains race through crew, tech and contracts; one may race alone."""
