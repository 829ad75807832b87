import type { directoryRequestTexts } from '../directory-request-texts.ts'

/** German texts of the list of requests of a directory. */
export const deDirectoryRequestTexts = {
  directory_requests_lead:
    'Was das Verzeichnis von {name} in den letzten 30 Tagen angefragt hat, das Neueste zuerst, auch was abgelehnt wurde: die letzten Anfragen, höchstens {count, number}. Von Anfragen über der Höchstzahl pro Minute steht hier je Knoten eine pro Minute; solche mit ungültigem Token sind nicht aufgeführt. Werte, die man zur Fehlersuche nicht braucht, sind weggelassen.',
  directory_requests_caption: 'Anfragen des Verzeichnisses',
  directory_requests_none: 'Noch keine Anfragen',
  directory_requests_none_hint:
    'Sie erscheinen, sobald das Verzeichnis mit einem Token dieses Mandanten etwas gesendet hat.',
  directory_requests_outcome: 'Ergebnis',
  directory_requests_refused: 'Abgelehnt',
  directory_requests_done: 'Erledigt',
  directory_request_time: 'Zeit',
  directory_request_name: 'Anfrage',
  directory_request_person: 'Benutzername',
  directory_request_status: 'Status',
  directory_request_reason: 'Grund',
  directory_request_duration: 'Dauer (ms)',
  directory_request_details: 'Details anzeigen',
  directory_request_body: 'Inhalt',
  directory_request_no_body: 'Die Anfrage hatte keinen lesbaren Inhalt.',
} satisfies Record<keyof typeof directoryRequestTexts, string>
