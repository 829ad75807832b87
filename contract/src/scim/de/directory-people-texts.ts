import type { directoryPeopleTexts } from '../directory-people-texts.ts'

/** German texts about the users of a client whom its directory does not provide. */
export const deDirectoryPeopleTexts = {
  directory_person_state: 'Verzeichnis',
  directory_person_not_provided: 'Nicht bereitgestellt',
  directory_person_removed: 'Vom Verzeichnis entfernt',
  directory_person_no_external_id: 'Keine externe ID',
  directory_person_account: 'Konto',
  directory_person_active: 'Aktiv',
  directory_person_inactive: 'Inaktiv',
  directory_people_lead:
    'Benutzer von {name}, die das Verzeichnis nicht oder ohne externe ID bereitstellt. Wer von ihnen ausgeschieden ist, bleibt aktiv, bis Sie das Konto deaktivieren.',
  directory_people_help:
    'Wen das Verzeichnis mit dem Benutzernamen oder der bestätigten Adresse eines Kontos sendet, der erhält dieses Konto. Ohne externe ID entsteht ein neues Konto, wenn sich der Benutzername im Verzeichnis ändert: Lassen Sie das Verzeichnis externalId senden.',
  directory_people_caption: 'Benutzer ohne Verzeichnis',
  directory_people_search: 'Nach Name oder E-Mail suchen',
  directory_people_none: 'Im Verzeichnis fehlt niemand',
  directory_people_none_hint: 'Das Verzeichnis stellt jeden Benutzer dieses Mandanten mit externer ID bereit.',
  directory_person_link: 'Mit einer Person des Verzeichnisses verknüpfen …',
  directory_person_link_provided: 'Das Verzeichnis stellt diesen Benutzer schon bereit.',
  directory_person_link_nobody:
    'Keine Person des Verzeichnisses wartet auf ein Konto. Es verknüpft dieses von selbst, wenn es eine Person mit demselben Benutzernamen oder derselben bestätigten Adresse sendet.',
  directory_person_link_title: '{name} mit einer Person des Verzeichnisses verknüpfen',
  directory_person_link_lead:
    'Die ausgewählte Person erhält dieses Konto beim nächsten Versuch des Verzeichnisses: Was es über sie angibt, wird dort eingetragen, und sie meldet sich an wie bisher.',
  directory_person_link_person: 'Wartende Person',
  directory_person_link_choose: 'Person auswählen',
  directory_person_link_submit: 'Konto verknüpfen',
} satisfies Record<keyof typeof directoryPeopleTexts, string>
