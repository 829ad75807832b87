/** Texts of the sign-in page that the resource table does not carry yet; the same keys would reword them. */
export const signInPageTexts = {
  login_show_password: 'Show password',
  login_hide_password: 'Hide password',
  duplicate_session_device: 'Device',
  duplicate_session_place: 'Place',
  duplicate_session_last_access: 'Last used',
} as const
