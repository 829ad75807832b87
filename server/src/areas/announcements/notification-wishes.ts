/** How users want announcements, as they chose: one row for each of the users that `condition` names. */
export const notificationWishes = (condition = 'true'): string => `
  select chosen.user_id, bool_or(not type.is_text_message) as by_mail, bool_or(type.is_text_message) as by_text
    from user_notification_types chosen join notification_types type on type.id = chosen.notification_type_id
   where ${condition}
   group by chosen.user_id`

/** True where `wanted`, a row of `notificationWishes`, sends `person` a text message: agreed to, with number and carrier. */
export const isTexted = (wanted: string, person: string): string =>
  `(${wanted}.by_text and ${person}.agreed_to_texts_at is not null and ${person}.mobile_phone is not null
    and ${person}.sms_carrier_id is not null)`
