import type { logoutAddressTexts } from '../logout-address-texts.ts'

/** German texts of the field for the logout address of an application, and of its trial. */
export const deLogoutAddressTexts = {
  logout_address_title: 'Abmeldung im Browser',
  logout_address: 'Abmeldeadresse',
  logout_address_help:
    'Wer sich vom Portal abmeldet, kommt über diese Adresse und wird von der Anwendung abgemeldet. Sie ist ein Pfad des Portals oder beginnt so: {origins}. An der Stelle von {placeholder} steht der Host des Portals. Lassen Sie sie leer, wenn die Anwendung keine solche Adresse hat.',
  logout_address_followed: 'Eine Abmeldung öffnet',
  logout_address_not_followed:
    'Eine Abmeldung öffnet diese Adresse nicht mehr, weil die Anwendung dort keine andere Adresse hat. Fügen Sie eine ihrer Seiten hinzu oder geben Sie eine andere Adresse ein.',
  logout_address_return: 'Nach der Abmeldung muss die Anwendung den Browser hierhin zurückschicken:',
  logout_address_copy: 'Rückkehradresse kopieren',
  logout_address_copied: 'Kopiert',
  logout_address_copy_failed: 'Bitte selbst markieren und kopieren',
  logout_address_try: 'Ausprobieren',
  logout_address_try_help:
    'Öffnet die gespeicherte Adresse in einem neuen Fenster. Damit werden Sie in diesem Browser von der Anwendung abgemeldet, aber nicht vom Portal.',
  logout_address_save_first: 'Speichern Sie die Adresse zuerst: Ausprobiert wird die gespeicherte.',
  logout_address_none: 'Es ist keine Adresse zum Ausprobieren gespeichert.',
  logout_trial_waiting: 'Warten darauf, dass die Anwendung den Browser zurückschickt …',
  logout_trial_late:
    'Die Anwendung hat den Browser nach 5 Sekunden noch nicht zurückgeschickt. Eine Abmeldung ginge ohne sie weiter und nennte sie ohne Antwort. Prüfen Sie, ob die Anwendung die Rückkehradresse kennt.',
  logout_trial_other:
    'Die Anwendung hat den Browser mit app={app} zurückgeschickt, das Portal erwartet aber app={expected}. Eine Abmeldung nennte sie ohne Antwort.',
  logout_trial_slow:
    'Die Anwendung hat den Browser zurückgeschickt, aber erst nach {seconds, number} s. Eine Abmeldung wartet 5 Sekunden und nennte sie ohne Antwort.',
  logout_trial_done: 'Es funktioniert: Die Anwendung hat den Browser nach {seconds, number} s zurückgeschickt.',
} satisfies Record<keyof typeof logoutAddressTexts, string>
