/** Texts about the browser and the place of a sign-in. */
export const deviceTexts = {
  device_unknown: 'An unknown browser',
  device_on: '{browser} on {system}',
  place_here: 'this computer',
  place_network: 'the company network ({address})',
  place_address: 'the address {address}',
} as const
