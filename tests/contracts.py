"""Import contracts that import-linter does not bring along; pyproject.toml puts them to use.

All of them look at direct imports, also those inside functions and under TYPE_CHECKING, and
all of them are content with packages that do not exist.
"""

import sys
from abc import abstractmethod
from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _imports_of(graph: ImportGraph, package: str) -> Iterator[tuple[str, str]]:
    """Yield (importer, imported) for every import that leaves the package."""
    if package not in graph.modules:
        return
    for importer in sorted({package, *graph.find_descendants(package)}):
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            if not _within(imported, package):
                yield importer, imported


class _DirectImports(Contract):
    """A contract that forbids single imports; the subclasses say which.

    The fields only tell import-linter which options there are. The values are read from
    `contract_options`, because to the type checker a field stays a field.
    """

    def option(self, name: str) -> str:
        return str(self.contract_options[name])

    def options(self, name: str) -> list[str]:
        return [str(value) for value in self.contract_options.get(name, [])]

    @abstractmethod
    def forbidden(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Yield (importer, imported) for every import that breaks the contract."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = list(self.forbidden(graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} imports {imported}", bold=False)


class OnlyImports(_DirectImports):
    """The package imports itself, the standard library and what `may_import` lists."""

    type_name = "only_imports"
    package = fields.StringField()
    may_import = fields.ListField(subfield=fields.StringField(), required=False)

    def forbidden(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        allowed = self.options("may_import")
        for importer, imported in _imports_of(graph, self.option("package")):
            standard = imported.split(".")[0] in sys.stdlib_module_names
            if not standard and not any(_within(imported, name) for name in allowed):
                yield importer, imported


class KeptTo(_DirectImports):
    """The libraries are imported inside the package and nowhere else."""

    type_name = "kept_to"
    package = fields.StringField()
    libraries = fields.ListField(subfield=fields.StringField())

    def forbidden(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        for library in self.options("libraries"):
            if library in graph.modules:
                for importer in sorted(graph.find_modules_that_directly_import(library)):
                    if not _within(importer, self.option("package")):
                        yield importer, library


class NoGameNamed(_DirectImports):
    """A game, which is a package below `games`, is imported by its own modules only."""

    type_name = "no_game_named"
    games = fields.StringField()

    def forbidden(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        home = self.option("games")
        if home not in graph.modules:
            return
        for game in sorted(graph.find_children(home)):
            if not graph.find_children(game):
                continue  # A single module beside the games, such as the one that finds them.
            for imported in sorted({game, *graph.find_descendants(game)}):
                for importer in sorted(graph.find_modules_that_directly_import(imported)):
                    if not _within(importer, game):
                        yield importer, imported
