/** What the server says of requests that it cannot read or serve; pages load none of them. */
export const requestTexts = {
  exports_busy: 'Other downloads and reports are still being sent. Try again in a few seconds.',
  body_too_large: 'The request is too large.',
  body_type_refused: 'This content type isn’t supported.',
  method_not_offered: 'This address doesn’t support that method.',
  database_unavailable: 'The portal can’t reach its database right now. Try again in a moment.',
  change_unknown: 'The portal lost its database while it saved this. Check whether it was saved before you try again.',
  request_unreadable: 'We couldn’t read this request.',
  request_too_slow: 'Your connection is too slow or was interrupted. Try again.',
} as const
