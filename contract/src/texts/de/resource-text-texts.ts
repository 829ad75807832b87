import type { resourceTextTexts } from '../resource-text-texts.ts'

/** German texts of the screen that words the portal's texts, and of its refusals. */
export const deResourceTextTexts = {
  text_blank: 'Geben Sie einen Text ein oder verwenden Sie den mitgelieferten.',
  text_placeholder_missing:
    'In Ihrem Text fehlt {names}. Das Portal setzt diese Platzhalter ein: Fügen Sie sie hinzu und speichern Sie erneut.',
  text_placeholder_unknown: '{names} setzt das Portal hier nicht ein. Entfernen Sie dies und speichern Sie erneut.',
  text_braces:
    'Eine geschweifte Klammer hat kein Gegenstück, oder ein Plural ist unvollständig. Schreiben Sie Platzhalter wie im mitgelieferten Text.',
  text_changed_meanwhile: '{name} hat diesen Text inzwischen geändert. Prüfen Sie ihn und speichern Sie dann erneut.',
  text_changed_meanwhile_unknown:
    'Dieser Text wurde inzwischen geändert. Prüfen Sie ihn und speichern Sie dann erneut.',
  text_saved: 'Der Text wurde gespeichert.',
  text_reset: 'Der eigene Wortlaut wurde entfernt.',
  text_undone: 'Ihre Änderung wurde rückgängig gemacht.',
  text_undo_stale:
    'Dieser Text hat sich seitdem geändert. Ihre Änderung kann nicht rückgängig gemacht werden. Bearbeiten Sie stattdessen den Text.',
  texts_subtitle:
    'Ändern Sie, was das Portal sagt, für alle oder für einen Mandanten. Sie können jederzeit zum mitgelieferten Text zurückkehren.',
  texts_search: 'Text oder Schlüssel suchen',
  texts_area: 'Thema',
  texts_client: 'Mandant',
  texts_state: 'Wortlaut',
  texts_changed_only: 'Nur geänderte',
  texts_none: 'Keine Texte gefunden',
  texts_none_hint: 'Versuchen Sie andere Wörter oder ein anderes Thema.',
  texts_key: 'Schlüssel',
  texts_shipped: 'Mitgelieferter Text',
  texts_own: 'Ihr Wortlaut',
  texts_changed: 'Geändert',
  texts_as_shipped: 'Wie mitgeliefert',
  texts_as_everyone: 'Wie für alle: {text}',
  texts_edit: 'Wortlaut ändern',
  texts_reset: 'Eigenen Wortlaut entfernen',
  text_area_general: 'Allgemein',
  text_area_sign_in: 'Anmeldung und Passwörter',
  text_area_home: 'Startseite und Anwendungen',
  text_area_account: 'Kontoeinstellungen',
  text_area_documents: 'Dokumente und Links',
  text_area_contact: 'Kontakt',
  text_area_mails: 'E-Mails',
  text_area_administration: 'Verwaltung',
  text_edit_title: 'Wortlaut von {key}',
  text_edit_for_everyone: 'Für alle, deren Mandant keinen eigenen Wortlaut hat.',
  text_edit_for_client: 'Nur für Benutzer von {client}.',
  text_edit_placeholders:
    'Das Portal setzt an die Stelle von {names} einen Wert. Ändern und übersetzen Sie nicht, was in Klammern steht.',
  text_preview: 'Vorschau',
  text_preview_shipped: 'Mitgeliefert',
  text_preview_own: 'Ihr Wortlaut',
  text_preview_count: 'Mit der Zahl {count, number}',
  text_use_shipped: 'Vom mitgelieferten Text ausgehen',
  text_save: 'Wortlaut speichern',
  text_reset_title: 'Eigenen Wortlaut entfernen?',
  text_reset_to_shipped: 'Alle lesen wieder den mitgelieferten Text: {text}',
  text_reset_to_everyone: 'Benutzer von {client} lesen wieder den Text für alle: {text}',
  text_reset_confirm: 'Wortlaut entfernen',
} satisfies Record<keyof typeof resourceTextTexts, string>
