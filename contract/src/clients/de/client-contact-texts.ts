import type { clientContactTexts } from '../client-contact-texts.ts'

/** German texts of the contacts of clients. */
export const deClientContactTexts = {
  contacts_saved: 'Die Ansprechpartner wurden gespeichert.',
  contacts_too_many: 'Ein Mandant kann höchstens {max, number} Ansprechpartner haben.',
  contacts_not_staff:
    'Ansprechpartner {place} gehört nicht zu den aktiven Mitarbeitern. Entfernen Sie ihn und speichern Sie erneut.',
  contacts_duplicate: 'Die Ansprechpartner {first} und {place} sind dieselbe Person. Entfernen Sie einen davon.',
  contacts_stale:
    '{name} hat diese Ansprechpartner geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  contacts_stale_unknown:
    'Diese Ansprechpartner wurden geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  contacts_tab: 'Ansprechpartner',
  contacts_default_tab: 'Standard-Ansprechpartner',
  contacts_clients_tab: 'Mandanten',
  contacts_form: 'Ansprechpartner von {name}',
  contacts_lead: 'Die Benutzer von {name} sehen diese Mitarbeiter unter „Kontakt“, in dieser Reihenfolge.',
  contacts_default_form: 'Standard-Ansprechpartner',
  contacts_default_lead:
    'Benutzer von Mandanten ohne aktive eigene Ansprechpartner sehen diese Mitarbeiter unter „Kontakt“.',
  contacts_none_here:
    '{name} hat keine aktiven eigenen Ansprechpartner. Die Benutzer sehen die Standard-Ansprechpartner: {contacts}.',
  contacts_none_at_all: '{name} hat keine aktiven eigenen Ansprechpartner, und es gibt keine Standard-Ansprechpartner.',
  contacts_default_open: 'Standard-Ansprechpartner öffnen',
  contacts_default_none:
    'Es gibt keine Standard-Ansprechpartner. Mandanten ohne eigene Ansprechpartner sehen niemanden.',
  contacts_role_of: 'Funktion von {name}',
  contacts_add: 'Mitarbeiter hinzufügen',
  contacts_add_help: 'Suchen Sie nach Name, Benutzername oder E-Mail-Adresse.',
  contacts_no_role: 'Ohne Funktion',
  contacts_order: 'Reihenfolge',
  contacts_inactive: 'Nicht aktiv: Benutzer sehen diesen Ansprechpartner nicht.',
  contacts_up: '{name} nach oben verschieben',
  contacts_down: '{name} nach unten verschieben',
  contacts_remove: '{name} entfernen',
  contacts_moved: '{name} steht jetzt an Stelle {place, number} von {count, number}.',
  contacts_save: 'Ansprechpartner speichern',
  contacts_failed: 'Die Ansprechpartner konnten nicht geladen werden.',
} satisfies Record<keyof typeof clientContactTexts, string>
