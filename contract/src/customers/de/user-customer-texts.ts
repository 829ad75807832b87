import type { userCustomerTexts } from '../user-customer-texts.ts'

/** German texts of the customer assignments of users: what the server answers, and the screen. */
export const deUserCustomerTexts = {
  customers_title: 'Kundenzuordnung',
  customers_conflict:
    'In einer Hierarchie können Sie einen Kunden nicht zusammen mit einem über- oder untergeordneten wählen.',
  customers_kept_by_set:
    '{customer} kommt durch den Berechtigungssatz {set}. Nehmen Sie den Satz, oder ändern Sie, was er gibt.',
  customers_facility_kept_by_set:
    'Der Berechtigungssatz {set} gibt Kunden dieses Standorts, sodass er nicht an einem Tag enden kann.',
  customers_by_set: 'durch Satz {set}',
  customers_conflict_tick: 'Sie haben bereits einen über- oder untergeordneten Kunden derselben Hierarchie gewählt.',
  customers_saved: 'Die Änderungen an der Kundenzuordnung wurden gespeichert',
  customers_unknown: 'Einen gewählten Kunden gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  customers_facility_unknown: 'Einen gewählten Standort gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  customers_all_refused: 'Alle Kunden eines Standorts können Sie nur zuordnen, wenn Sie sie selbst alle haben.',
  customers_too_many:
    'Sie können höchstens {max, number} Kunden wählen. Um mehr zuzuordnen, wählen Sie übergeordnete Kunden oder alle.',
  customers_end_past: 'Das Enddatum muss in der Zukunft liegen.',
  customers_not_yourself: 'Ihre eigene Kundenzuordnung können Sie nicht ändern.',
  customers_stale:
    '{name} hat diese Kundenzuordnung geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  customers_stale_unknown:
    'Diese Kundenzuordnung hat sich geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  customers_help: 'Ein Kunde umfasst alle Kunden darunter, auch später hinzugefügte.',
  customers_facility: 'Standort',
  customers_access: 'Zugriff auf {facility}',
  customers_all: 'Alle Kunden von {facility}',
  customers_all_help: 'Umfasst auch später hinzugefügte Kunden. Einzeln gewählte Kunden werden entfernt.',
  customers_all_locked: 'Alle Kunden von {facility} sind zugeordnet. Das können Sie nicht ändern.',
  customers_hidden: 'Weitere Kunden, die Sie nicht ändern können: {count, number}',
  customers_search: 'Kunden suchen',
  customers_tree: 'Kunden von {facility}',
  customers_none: 'Dieser Standort hat keine Kunden, die Sie zuordnen können.',
  customers_found_many: 'Mehr als {max, number} Kunden passen. Geben Sie mehr vom Namen ein, um die anderen zu sehen.',
  customers_found_none: 'Keine Kunden gefunden.',
  customers_selected: 'Gewählte Kunden: {count, number}',
  customers_selected_none: 'Keine Kunden gewählt.',
  customers_selected_list: 'Gewählte Kunden',
  customers_until: 'bis {end}',
  customers_no_facility: 'Sie haben keine Standorte, die Sie zuordnen können.',
  customers_remove: '{name} entfernen',
  customers_review: 'Änderungen prüfen',
  customers_save: 'Zuordnung speichern',
  customers_discard: 'Änderungen verwerfen',
  customers_no_changes: 'Es hat sich nichts geändert.',
  customers_unchanged: '{count, number} unverändert',
  customers_value_none: 'Kein Zugriff',
  customers_value_all: 'Alle Kunden',
  customers_value_access: 'Zugriff ohne Kunden',
} satisfies Record<keyof typeof userCustomerTexts, string>
