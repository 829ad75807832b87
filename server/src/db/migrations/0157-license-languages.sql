-- step: expand; oldest serving version: 0.2.0

-- The language of title and html, null: not said; and the same text in further languages, by their codes:
-- {"de": {"title": "…", "html": "…"}}. Readers of another language get title and html, as those of an earlier version
-- do. All languages of a row are one version of the agreement.
alter table license_texts
  add column language text check (language ~ '^[a-z]{2}$'),
  add column translations jsonb not null default '{}'
    constraint license_texts_translations check (
      jsonb_typeof(translations) = 'object'
      and not jsonb_path_exists(translations, '$.* ? (!exists(@.title) || !exists(@.html))'));

-- The text that the portal ships, where it is still that.
update license_texts
   set language = 'en',
       translations = jsonb_build_object('de', jsonb_build_object('title', 'Nutzungsbedingungen', 'html', '
<p>Sie sind dabei, ein Portal zu nutzen, das Ihr Arbeitgeber und dessen Dienstleister für Sie betreiben. Mit Ihrer Zustimmung erklären Sie sich mit Folgendem einverstanden.</p>
<ul>
<li>Sie nutzen nur Ihr eigenes Konto, behalten das Passwort für sich und melden sich an gemeinsam genutzten Geräten ab.</li>
<li>Sie nutzen die Anwendungen und Dokumente für Ihre Arbeit und geben sie nicht an Personen weiter, die sie nicht sehen dürfen.</li>
<li>Anmeldungen und Änderungen werden aufgezeichnet, damit Missbrauch erkannt und Fehler rückgängig gemacht werden können.</li>
<li>Ihr Zugriff kann geändert oder beendet werden, wenn Ihre Arbeit ihn nicht mehr erfordert.</li>
</ul>
<p>Wenn hier etwas unklar ist, fragen Sie vor Ihrer Zustimmung die Kundenbetreuung.</p>'))
 where client_id is null and version = 1 and title = 'Terms of use' and md5(html) = '0ecd0eb68293608789c82dbf6ff457ca';
