/** What the server answers to administrators of webhooks. */
export const webhookTexts = {
  webhook_name_taken: 'There is a webhook of this name already.',
  webhook_too_many: 'There are {max} webhooks already. Delete one first.',
  webhook_address_invalid:
    'Enter an address that begins with https://, without a user name and without a part after a hash sign.',
  webhook_address_private: 'The portal doesn’t call this address. Enter one of the internet.',
  webhook_address_own: 'This is an address of the portal itself. Enter that of your receiver.',
  webhook_event_unknown: 'There is no event {code}.',
  webhook_signal_unknown: 'There is no signal {code}.',
  webhook_authorization_invalid: 'Use only letters, digits and signs of the English alphabet, without line breaks.',
  webhook_authorization_moved:
    'Enter the header for the new address. The current one is kept only for the current host.',
  webhook_signals_no_secret: 'Signals are signed with the portal’s published keys. There is no secret to exchange.',
  webhook_employer_unknown: 'This employer doesn’t exist any more.',
  webhook_overlap_too_long: 'At most {hours} hours.',
  webhook_replay_future: 'Choose today or an earlier day.',
  webhook_replay_too_old: 'At most {days} days back.',
  webhook_gone: 'This webhook is deleted.',
  webhook_delivery_gone: 'This delivery isn’t in the log any more, or was a test.',
  webhook_not_sending:
    'Nothing is sent to this webhook: it is off, or its owner may not read all events any more. Save it switched on first.',
  webhook_changed: 'Webhook saved.',
  webhook_deleted: 'Webhook deleted.',
  webhook_replaying: 'Events since this day are being sent again.',
  webhook_sent_again: 'The event is being sent again.',
  webhook_stale: '{name} changed this webhook after you opened it. Load the current state, then save again.',
  webhook_stale_unknown: 'This webhook was changed after you opened it. Load the current state, then save again.',
} as const
