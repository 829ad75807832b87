import type { webhookTexts } from '../webhook-texts.ts'

/** What the server answers to administrators of webhooks, in German. */
export const deWebhookTexts = {
  webhook_name_taken: 'Es gibt schon einen Webhook mit diesem Namen.',
  webhook_too_many: 'Es gibt schon {max} Webhooks. Löschen Sie zuerst einen.',
  webhook_address_invalid:
    'Geben Sie eine Adresse ein, die mit https:// beginnt, ohne Benutzernamen und ohne Teil nach einem Rautezeichen.',
  webhook_address_private: 'Das Portal ruft diese Adresse nicht auf. Geben Sie eine des Internets ein.',
  webhook_address_own: 'Das ist eine Adresse des Portals selbst. Geben Sie die Ihres Empfängers ein.',
  webhook_event_unknown: 'Das Ereignis {code} gibt es nicht.',
  webhook_signal_unknown: 'Das Signal {code} gibt es nicht.',
  webhook_authorization_invalid:
    'Verwenden Sie nur Buchstaben, Ziffern und Zeichen des englischen Alphabets, ohne Zeilenumbrüche.',
  webhook_authorization_moved:
    'Geben Sie den Header für die neue Adresse ein. Der jetzige bleibt nur beim jetzigen Host erhalten.',
  webhook_signals_no_secret:
    'Signale werden mit den veröffentlichten Schlüsseln des Portals signiert. Es gibt kein Geheimnis auszutauschen.',
  webhook_employer_unknown: 'Diesen Arbeitgeber gibt es nicht mehr.',
  webhook_overlap_too_long: 'Höchstens {hours} Stunden.',
  webhook_replay_future: 'Wählen Sie heute oder einen früheren Tag.',
  webhook_replay_too_old: 'Höchstens {days} Tage zurück.',
  webhook_gone: 'Dieser Webhook ist gelöscht.',
  webhook_delivery_gone: 'Diese Zustellung steht nicht mehr im Protokoll oder war ein Test.',
  webhook_not_sending:
    'An diesen Webhook wird nichts gesendet: Er ist abgeschaltet, oder sein Besitzer darf nicht mehr alle Ereignisse lesen. Speichern Sie ihn zuerst eingeschaltet.',
  webhook_changed: 'Webhook gespeichert.',
  webhook_deleted: 'Webhook gelöscht.',
  webhook_replaying: 'Ereignisse seit diesem Tag werden erneut gesendet.',
  webhook_sent_again: 'Das Ereignis wird erneut gesendet.',
  webhook_stale:
    '{name} hat diesen Webhook geändert, nachdem Sie ihn geöffnet haben. Laden Sie den aktuellen Stand und speichern Sie dann noch einmal.',
  webhook_stale_unknown:
    'Dieser Webhook wurde geändert, nachdem Sie ihn geöffnet haben. Laden Sie den aktuellen Stand und speichern Sie dann noch einmal.',
} satisfies Record<keyof typeof webhookTexts, string>
