import type { mailDeliveryTexts } from '../mail-delivery-texts.ts'

/** German texts of the administration of mails that did not arrive. */
export const deMailDeliveryTexts = {
  mail_delivery_subtitle: 'E-Mails, die nicht zugestellt werden konnten. Ihr Inhalt wird nicht angezeigt.',
  mail_delivery_none: 'Alle E-Mails wurden zugestellt.',
  mail_delivery_none_hint: 'E-Mails, die nicht zugestellt werden können, erscheinen hier mit dem Grund.',
  mail_delivery_failed_title: 'Nicht zugestellt',
  mail_delivery_failed_help:
    'Diese werden nicht erneut versucht. Beheben Sie die Ursache und senden Sie sie dann erneut oder verwerfen Sie sie.',
  mail_delivery_retrying_title: 'Neue Versuche',
  mail_delivery_retrying_help: 'Das Portal versucht diese von selbst erneut, in wachsenden Abständen.',
  mail_delivery_more: 'Die neuesten {shown, number} von {total, number}.',
  mail_delivery_written: 'Erstellt: {moment}',
  mail_delivery_attempts: '{count, plural, one {# Versuch} other {# Versuche}}',
  mail_delivery_next: 'nächster Versuch: {moment}',
  mail_delivery_out_of_date: 'Diese E-Mail ist abgelaufen. Der Empfänger muss eine neue anfordern.',
  mail_delivery_send_again: 'Erneut senden',
  mail_delivery_send_again_about: 'Erneut senden: {kind} an {address}',
  mail_delivery_sent_again: 'E-Mail zum Senden eingereiht.',
  mail_delivery_give_up: 'Verwerfen',
  mail_delivery_give_up_about: 'Verwerfen: {kind} an {address}',
  mail_delivery_give_up_title: 'E-Mail verwerfen?',
  mail_delivery_give_up_body: '{address} erhält diese E-Mail nicht: {kind}, erstellt: {moment}.',
  mail_delivery_give_up_confirm: 'E-Mail verwerfen',
  mail_delivery_given_up: 'E-Mail verworfen.',
  mail_delivery_gone: 'Diese E-Mail wurde bereits zugestellt oder verworfen.',
} satisfies Record<keyof typeof mailDeliveryTexts, string>
