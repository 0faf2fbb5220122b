"""What a project puts into its folder `templates`, seen from the command line."""


def test_a_file_named_templates_is_refused(beleg, project):
    (project / "templates").write_bytes(b"x")
    run = beleg(project, "build")
    assert run.code == 1
    assert "templates: is no folder" in run.err
    assert not (project / "public").exists()


def test_an_untranslated_message_is_a_warning(beleg, project):
    path = project / "templates/locales/sr_Latn/LC_MESSAGES/messages.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Sources"\nmsgstr "Izvorišta"\n\nmsgid "Method"\nmsgstr ""\n', "utf-8")
    run = beleg(project, "build")
    assert run.code == 0
    assert "warning: templates/locales/sr_Latn/LC_MESSAGES/messages.po: 1 of 2 messages are not translated" in run.err
    assert "Izvorišta" in (project / "public/sr-Latn/index.html").read_text("utf-8")


def test_a_failing_template_is_no_bug(beleg, project):
    (project / "templates").mkdir()
    (project / "templates" / "method.html").write_text("a\n{{ 1/0 }}", "utf-8")
    run = beleg(project, "build")
    assert run.code == 1
    assert "beleg: templates/method.html:2: template fails: ZeroDivisionError" in run.err
    assert "bug" not in run.err
