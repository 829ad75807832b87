import type { mailDeliveryTexts } from '../mail-delivery-texts.ts'

/** German texts of the administration of mails that did not arrive. */
export const deMailDeliveryTexts = {
  mail_delivery_subtitle:
    'E-Mails, die nicht oder noch nicht zugestellt werden konnten. Beheben Sie die Ursache, dann senden Sie erneut oder verwerfen Sie, was das Portal nicht mehr versucht. Der Inhalt der E-Mails wird nicht angezeigt.',
  mail_delivery_none: 'Alle E-Mails wurden zugestellt.',
  mail_delivery_none_hint: 'E-Mails, die nicht zugestellt werden können, erscheinen hier mit dem Grund.',
  mail_delivery_search: 'Empfänger oder Arbeitgeber',
  mail_delivery_recipient: 'Empfänger',
  mail_delivery_kind: 'E-Mail',
  mail_delivery_employer: 'Arbeitgeber',
  mail_delivery_state: 'Status',
  mail_delivery_state_failed: 'Nicht zugestellt',
  mail_delivery_state_retrying: 'Wird erneut versucht',
  mail_delivery_reason: 'Grund',
  mail_delivery_attempts: 'Versuche',
  mail_delivery_created: 'Erstellt',
  mail_delivery_next: 'Nächster Versuch: {moment}',
  mail_delivery_about: '{kind} an {address}',
  mail_delivery_out_of_date: 'Diese E-Mail ist abgelaufen. Der Empfänger muss eine neue anfordern.',
  mail_delivery_send_again: 'Erneut senden',
  mail_delivery_sent_again: 'E-Mail zum Senden eingereiht.',
  mail_delivery_resent: '{count, plural, one {# E-Mail} other {# E-Mails}} zum Senden eingereiht.',
  mail_delivery_not_resent:
    '{count, plural, one {# E-Mail wurde} other {# E-Mails wurden}} ausgelassen: vom Portal wiederholt, abgelaufen, zugestellt oder verworfen.',
  mail_delivery_none_to_resend: 'Die ausgewählten E-Mails wiederholt das Portal selbst, oder sie sind abgelaufen.',
  mail_delivery_give_up: 'Verwerfen',
  mail_delivery_give_up_title: 'E-Mail verwerfen?',
  mail_delivery_give_up_body: '{address} erhält diese E-Mail nicht: {kind}, erstellt: {moment}.',
  mail_delivery_give_up_confirm: 'E-Mail verwerfen',
  mail_delivery_given_up: 'E-Mail verworfen.',
  mail_delivery_gone: 'Diese E-Mail wurde bereits zugestellt oder verworfen.',
} satisfies Record<keyof typeof mailDeliveryTexts, string>
