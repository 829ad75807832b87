/** True where `person`, a row of users, gets announcements as text messages: agreed to, with number and carrier. */
export const getsSms = (person: string): string =>
  `(${person}.wants_text and ${person}.agreed_to_texts_at is not null and ${person}.mobile_phone is not null
    and ${person}.sms_carrier_id is not null)`
