import type { clientTexts } from '../client-texts.ts'

/** German texts of clients. */
export const deClientTexts = {
  client_added: '{name} wurde hinzugefügt.',
  client_code_invalid:
    'Verwenden Sie Buchstaben, Ziffern, - und _, und beginnen Sie mit einem Buchstaben oder einer Ziffer.',
  client_add: 'Mandant hinzufügen',
  client_name: 'Name des Mandanten',
  client_code: 'Kürzel des Mandanten',
  client_code_help: '/login?client=KÜRZEL zeigt das Erscheinungsbild des Mandanten vor der Anmeldung.',
} satisfies Record<keyof typeof clientTexts, string>
