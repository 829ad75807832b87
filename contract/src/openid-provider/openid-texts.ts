/** Texts of single sign-on to applications: pages on the way to one. */
export const openIdTexts = {
  openid_title: 'Opening the application',
  openid_opening: 'Signing you in to the application…',
  openid_failed_title: 'The application can’t be opened',
  openid_expired: 'This request expired, was already used, or began in another browser. Open the application again.',
  openid_no_permission: 'You don’t have access to {application}. Ask your administrator if you need it.',
  openid_return: 'Return to {application}',
  openid_to_portal: 'Go to the portal',
  openid_refused_title: 'The portal refused this request',
  openid_refused:
    'An application sent a request that the portal can’t accept. Nothing was sent to it. Open the application from the portal, or contact its owner.',
  openid_refused_reason: 'Code for the application’s owner: {reason}',
} as const
