"""What several scenes share: the base of a scene, pages, questions, progress, pop-up menus."""
