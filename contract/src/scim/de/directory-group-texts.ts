import type { directoryGroupTexts } from '../directory-group-texts.ts'

/** German texts about the directory of a client. */
export const deDirectoryGroupTexts = {
  directory_group_saved:
    'Gespeichert. Die Mitglieder erhalten und verlieren den Zugriff sofort, bei einer großen Gruppe innerhalb von zehn Minuten.',
  directory_group_undone: 'Die Änderung der Gruppe wurde zurückgenommen.',
  directory_group_stale:
    'Was diese Gruppe gibt, wurde inzwischen geändert. Schließen Sie den Dialog, und öffnen Sie ihn erneut.',
  directory_group_portal: 'Nur interne Administratoren lassen eine Gruppe Seiten der Verwaltung geben.',
  directory_conflict_over: 'Diese Person wartet nicht mehr. Laden Sie die Seite neu.',
  directory_conflict_decided_since: 'Über diese Person wurde seitdem neu entschieden. Es wurde nichts geändert.',
  directory_conflict_no_account: 'Wählen Sie ein Konto dieses Mandanten.',
  directory_conflict_restore_first: 'Das Konto wurde gelöscht. Stellen Sie es zuerst wieder her.',
  directory_conflict_provided:
    'Das Verzeichnis stellt mit diesem Konto noch eine andere Person bereit. Löschen Sie diese zuerst im Verzeichnis.',
  directory_conflict_will_link: 'Entschieden. Das Verzeichnis erhält das Konto beim nächsten Versuch.',
  directory_conflict_will_refuse: 'Entschieden. Das Verzeichnis liest, dass die Person abgelehnt ist.',
  directory_conflict_withdrawn: 'Entscheidung zurückgenommen. Der nächste Versuch wird neu geprüft.',
  directory_lead:
    'Ein Verzeichnis wie Entra ID, Okta oder Keycloak stellt Personen und Gruppen von {name} über SCIM bereit. Was eine Gruppe gibt, erhalten alle ihre Mitglieder, und sie verlieren es, wenn sie die Gruppe verlassen.',
  directory_address: 'Adresse für das Verzeichnis',
  directory_copy: 'Adresse kopieren',
  directory_copied: 'Adresse kopiert',
  directory_people: '{count, plural, one {# Person bereitgestellt} other {# Personen bereitgestellt}}',
  directory_unnamed:
    '{count, plural, one {# Person hat} other {# Personen haben}} keine externe ID: Ändert das Verzeichnis den Benutzernamen, entsteht ein neues Konto.',
  directory_groups: 'Gruppen',
  directory_group: 'Gruppe',
  directory_members: 'Mitglieder',
  directory_gives: 'Gibt',
  directory_gives_nothing: 'Nichts',
  directory_stopped: '{access} (nicht für weitere Mitglieder: {name} darf es nicht mehr geben)',
  directory_stopped_unknown: '{access} (nicht für weitere Mitglieder: Wer es gab, darf es nicht mehr geben)',
  directory_search: 'Nach Name suchen',
  directory_none: 'Noch keine Gruppen',
  directory_none_hint: 'Sie erscheinen, sobald das Verzeichnis sie gesendet hat.',
  directory_change: 'Zugriff ändern …',
  directory_change_title: 'Was {group} den Mitgliedern gibt',
  directory_change_lead:
    'Die Mitglieder erhalten, was Sie auswählen, als wäre es von Hand gegeben, und verlieren es, wenn sie die Gruppe verlassen. Was sie sonst haben, bleibt.',
  directory_set: 'Berechtigungssatz {name}',
  directory_sets: 'Berechtigungssätze',
  directory_sets_help: 'Die Mitglieder haben jeden Satz als Ganzes und folgen jeder seiner Änderungen.',
  directory_applications: 'Anwendungen',
  directory_review: 'Prüfen',
  directory_review_title: 'Was sich für die Mitglieder von {group} ändert',
  directory_review_counts:
    'Von {count, plural, one {# Mitglied} other {# Mitgliedern}} {gain, plural, one {erhält # Zugriff} other {erhalten # Zugriff}}, und {lose, plural, one {# verliert} other {# verlieren}} ihn.',
  directory_review_item: '{access}: {gain, number} erhalten, {lose, number} verlieren',
  directory_review_none: 'Für kein Mitglied ändert sich jetzt etwas. Es zählt für neue Mitglieder.',
  directory_plan_change: 'Änderung',
  directory_plan_gains: 'Erhält',
  directory_plan_loses: 'Verliert',
  directory_plan_application: 'Anwendung',
  directory_plan_page: 'Seite',
  directory_plan_set: 'Berechtigungssatz',
  directory_losses: 'Wer was verliert',
  directory_losses_name: 'Name',
  directory_losses_access: 'Verliert',
  directory_losses_more:
    '{count, plural, one {Und # weiterer Verlust.} other {Und # weitere Verluste.}} Die Datei nennt alle.',
  directory_losses_none: 'Niemand verliert etwas. Die Datei nennt, wer was erhält.',
  directory_question: 'Wenn sie nichts gäbe …',
  directory_question_title: 'Wenn {group} den Mitgliedern nichts gäbe',
  directory_question_lead:
    'Das würden die Mitglieder verlieren, wenn die Gruppe nichts mehr gibt. Nichts wird geändert.',
  directory_question_none: 'Kein Mitglied würde etwas verlieren.',
  directory_back: 'Zurück',
  directory_save: 'Speichern',
  directory_conflicts: 'Nicht bereitgestellt',
  directory_conflicts_help:
    'Personen, die das Verzeichnis nicht bereitstellen konnte. Es versucht es von selbst wieder: Ist die Ursache behoben, wird die Person bereitgestellt und steht nicht mehr hier.',
  directory_conflicts_none: 'Alle Personen, die das Verzeichnis gesendet hat, sind bereitgestellt.',
  directory_conflict_tries: '{count, plural, one {# Versuch} other {# Versuche}}, der letzte {moment}',
  directory_conflict_name_taken:
    'Ein anderer Benutzer des Portals hat diesen Benutzernamen. Geben Sie der Person im Verzeichnis einen anderen, oder verknüpfen Sie unter Ohne Verzeichnis ein Konto dieses Mandanten.',
  directory_conflict_administrator:
    'Das Konto ist intern oder verwaltet das Portal oder eine Anwendung, und ein Verzeichnis erhält ein solches Konto nur, wenn Sie es verknüpfen. Verknüpfen Sie es, beenden Sie diese Rechte, oder geben Sie der Person im Verzeichnis einen anderen Benutzernamen.',
  directory_conflict_deleted:
    'Das Konto wurde hier gelöscht. Stellen Sie es wieder her, oder geben Sie der Person im Verzeichnis einen anderen Benutzernamen.',
  directory_conflict_other_person:
    'Das Konto gehört einer anderen Person des Verzeichnisses, mit einer anderen externen ID. Prüfen Sie im Verzeichnis, wer von beiden es ist.',
  directory_conflict_several:
    'Mehrere Konten haben die Adresse dieser Person. Verknüpfen Sie das richtige, oder ändern Sie die Adresse, wo sie falsch ist.',
  directory_conflict_account: 'Konto: {account}',
  directory_conflict_link: '{account} verknüpfen …',
  directory_conflict_link_title: '{account} mit {name} verknüpfen?',
  directory_conflict_link_text:
    'Beim nächsten Versuch erhält das Verzeichnis dieses Konto: Was es über die Person angibt, wird dort eingetragen, und die Person meldet sich an wie bisher.',
  directory_conflict_link_confirm: 'Konto verknüpfen',
  directory_conflict_refuse: 'Ablehnen …',
  directory_conflict_refuse_title: '{name} ablehnen?',
  directory_conflict_refuse_text:
    'Das Verzeichnis erhält für diese Person kein Konto und liest in seinem Protokoll, dass ein Administrator sie abgelehnt hat. Sie können das zurücknehmen.',
  directory_conflict_refuse_confirm: 'Person ablehnen',
  directory_conflict_withdraw: 'Entscheidung zurücknehmen',
  directory_conflict_linking: 'Der nächste Versuch erhält das Konto {account}, entschieden von {name} am {moment}.',
  directory_conflict_linking_gone:
    'Das Konto, das {name} am {moment} gewählt hat, wurde gelöscht oder gehört jetzt zu einem anderen Mandanten. Nehmen Sie die Entscheidung zurück, um neu zu entscheiden.',
  directory_conflict_refused: 'Abgelehnt von {name} am {moment}.',
  directory_conflict_unknown: 'einem Administrator',
  directory_conflict_actions: 'Über {name} entscheiden',
} satisfies Record<keyof typeof directoryGroupTexts, string>
