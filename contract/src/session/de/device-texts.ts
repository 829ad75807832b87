import type { deviceTexts } from '../device-texts.ts'

/** German texts about the browser and the place of a sign-in. */
export const deDeviceTexts = {
  device_unknown: 'Ein unbekannter Browser',
  device_on: '{browser} unter {system}',
  place_here: 'dieser Computer',
  place_network: 'das Firmennetz ({address})',
  place_address: 'die Adresse {address}',
} satisfies Record<keyof typeof deviceTexts, string>
