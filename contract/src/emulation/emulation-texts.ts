/** Texts about signing on as another user: the dialog, the banner and its messages. */
export const emulationTexts = {
  emulation_action: 'Sign on as User',
  emulation_body:
    'You see the portal as {name} does, for up to {minutes, plural, one {# minute} other {# minutes}}. They get an email with your name and the reason.',
  emulation_reason: 'Reason',
  emulation_reason_help: 'For example a ticket number. It is recorded, and {name} can read it.',
  emulation_look_only: 'Look only',
  emulation_look_only_help: 'You can read everything and change nothing. Applications don’t open.',
  emulation_act_help: 'What you do counts as done by {name}, and is recorded under both names.',
  emulation_opening: 'You’re signed on as {name}.',
  emulation_not_permitted: 'You don’t have the right to sign on as other users.',

  emulation_banner: 'Signed on as another user',
  emulation_who: '{administrator}, you’re signed on as {name}.',
  emulation_looking: 'Look only',
  emulation_acting: 'You can make changes',
  emulation_minutes_left: '{minutes} min left',
  emulation_seconds_left: '{seconds} s left',
  emulation_ends_soon: 'You’re signed on as {name} for {minutes, plural, one {# more minute} other {# more minutes}}.',
  emulation_return: 'Return to administration',
  emulation_return_short: 'Return',
  emulation_over: 'You’re no longer signed on as {name}.',
} as const
