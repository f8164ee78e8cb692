"""The files of the pages: each page has a folder, shares what lies in `part`, and loads nothing in vain."""

from page_files import STATIC, imports, pages

PART = "part"


def folder_of(file):
    return file.relative_to(STATIC).parts[0]


def test_every_page_loads_files_that_are_there():
    for page in pages():
        for file in (*page.sheets, *page.modules):
            assert file.is_file(), f"{page.page.name} loads {file}, which is not there"


def test_every_file_is_loaded_by_a_page():
    loaded = {file for page in pages() for file in (*page.sheets, *page.modules)}
    assert set(STATIC.rglob("*.*")) == loaded


def test_a_page_has_a_folder_of_its_name_and_shares_only_parts():
    assert {one.name for one in STATIC.iterdir()} == {PART, *(page.page.stem for page in pages())}
    for page in pages():
        assert {folder_of(file) for file in (*page.sheets, *page.modules)} == {PART, page.page.stem}


def test_what_pages_share_knows_no_page():
    for module in (STATIC / PART).glob("*.js"):
        assert {folder_of(one) for one in imports(module)} <= {PART}, module.name


def test_a_part_is_shared():
    """What only one page loads lies in its folder."""
    for file in (STATIC / PART).iterdir():
        users = [page for page in pages() if file in (*page.sheets, *page.modules)]
        assert len(users) > 1, f"only {users[0].page.name} loads {file.name}"
