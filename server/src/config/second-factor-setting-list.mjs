import { matching, oneWord } from './value-readers.mjs'

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfSecondFactor = /** @type {const} */ ([
  {
    name: 'PORTAL_SECOND_FACTOR',
    takes: oneWord(['built-in', 'duo', 'off']),
    byDefault: 'built-in',
    description:
      'Who asks for the second factor: the portal itself, or Duo’s Universal Prompt. off lets people in without.',
  },
  {
    name: 'PORTAL_DUO_HOST',
    takes: matching(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be a host name such as api-1234abcd.duosecurity.com'),
    byDefault: 'none; required with PORTAL_SECOND_FACTOR=duo',
    description: 'API host name of the Duo application.',
  },
  {
    name: 'PORTAL_DUO_CLIENT_ID',
    takes: matching(/^[A-Za-z0-9]{20}$/, 'must be the 20 characters of the client ID'),
    byDefault: 'none; required with PORTAL_SECOND_FACTOR=duo',
    description: 'Client ID of the Duo application.',
  },
  {
    name: 'PORTAL_DUO_CLIENT_SECRET',
    takes: matching(/^\S{40}$/, 'must be the 40 characters of the client secret'),
    byDefault: 'none; required with PORTAL_SECOND_FACTOR=duo',
    description: 'Client secret of the Duo application.',
    secret: true,
  },
])
