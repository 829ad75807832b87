import { settingsOfDatabase } from './database-setting-list.mjs'
import { settingsOfDirectory } from './directory-setting-list.mjs'
import { eventLogPlace } from './event-log-place.mjs'
import { clamdPlace, filePlace } from './file-places.mjs'
import { settingsOfHumanCheck } from './human-check-setting-list.mjs'
import { isNetwork } from './networks.mjs'
import { settingsOfPhones } from './phone-setting-list.mjs'
import { settingsOfRateLimits } from './rate-limit-setting-list.mjs'
import { settingsOfMail } from './mail-setting-list.mjs'
import { isGuessable } from './secret-strength.mjs'
import { settingsOfSecondFactor } from './second-factor-setting-list.mjs'
import { settingsOfTracing } from './tracing-setting-list.mjs'
import { anyText, onOff, oneWord, parseUrl, refuseValue, wholeNumber } from './value-readers.mjs'

// Plain JavaScript without packages, as everything that it imports: `npm start` judges the settings by the Node.js that
// is there before it installs anything (decision 42).

const port = wholeNumber(1, 65_535, 'must be a port from 1 to 65535')

/** `id:key` pairs separated by commas, newest first; a key is at least 32 characters. @param {string} text */
export function keyRing(text) {
  const keys = text.split(',').map((pair) => {
    const [id, ...rest] = pair.trim().split(':')
    return { id: id ?? '', key: rest.join(':') }
  })
  if (!keys.every(({ id, key }) => /^[A-Za-z0-9_-]{1,20}$/.test(id) && key.length >= 32))
    refuseValue('must be id:key pairs separated by commas, each key at least 32 characters long')
  if (new Set(keys.map(({ id }) => id)).size < keys.length) refuseValue('must give each key an id of its own')
  if (keys.some(({ key }) => isGuessable(key)))
    refuseValue('must have random keys, and one of them repeats few characters')
  return keys
}

/** @param {string} text */
function httpAddress(text) {
  const url = parseUrl(text)
  const isFit =
    url && /^https?:$/.test(url.protocol) && !url.username && url.pathname === '/' && !url.search && !url.hash
  return isFit ? url : refuseValue('must be an address such as https://portal.example.com, without a path')
}

/** @param {string} text */
function networks(text) {
  const isFit = text.split(',').every((entry) => entry.trim() === '' || isNetwork(entry.trim()))
  return isFit ? text : refuseValue('must be addresses or ranges such as 10.0.0.0/8, separated by commas')
}

/** @param {string} text */
function timeZone(text) {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text }).format()
    return text
  } catch {
    return refuseValue('must be a time zone such as America/Chicago')
  }
}

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settings = /** @type {const} */ ([
  { name: 'PORT', takes: port, byDefault: '8080', description: 'Port of the portal.' },
  {
    name: 'HOST',
    takes: anyText,
    byDefault: '127.0.0.1 with the embedded database, else 0.0.0.0',
    description: 'Address to listen on.',
  },
  ...settingsOfDatabase,
  {
    name: 'LOG_LEVEL',
    takes: oneWord(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    byDefault: 'info',
    description: 'Least severe log line that is written.',
  },
  {
    name: 'PORTAL_PUBLIC_URL',
    takes: httpAddress,
    byDefault: 'http://localhost:<PORT>; required with DATABASE_URL',
    description: 'Address under which people open the portal; sign-in is refused from any other.',
  },
  {
    name: 'PORTAL_PLAIN_HTTP',
    takes: onOff,
    byDefault: 'off',
    description:
      'on allows a PORTAL_PUBLIC_URL beyond this machine without https. Browsers do not keep the sign-in cookies there.',
  },
  {
    name: 'PORTAL_DATA_DIR',
    takes: anyText,
    byDefault: 'data',
    description: 'Folder of the embedded database, stored files and generated keys.',
  },
  {
    name: 'PORTAL_DEMO',
    takes: oneWord(['on', 'public', 'off']),
    byDefault: 'on with the embedded database, else off',
    description:
      'Loads the demo world into an empty database and serves it on this machine; any other database is refused. public: a demo that others may reach, with random passwords.',
  },
  {
    name: 'PORTAL_SECRET_KEYS',
    takes: keyRing,
    byDefault: 'generated into the data folder; required with DATABASE_URL',
    description: 'Key ring id:key,… for signatures and stored secrets, newest first; older ones stay valid.',
    secret: true,
  },
  {
    name: 'PORTAL_OPS_PORT',
    takes: port,
    byDefault: '8081',
    description: 'Port of /livez, /readyz, /startupz and /metrics.',
  },
  ...settingsOfHumanCheck,
  ...settingsOfSecondFactor,
  ...settingsOfMail,
  ...settingsOfPhones,
  {
    name: 'PORTAL_FILES',
    takes: filePlace,
    byDefault: 'file:<data folder>/files',
    description:
      'Where documents are stored: file:<folder>, or s3://key:secret@host/bucket/prefix?region=… for an S3-compatible storage.',
    secret: true,
  },
  {
    name: 'PORTAL_RESTORE_FILES',
    takes: filePlace,
    byDefault: 'that of PORTAL_FILES',
    description:
      'For restore person and restore library from the address of a database: where the documents of that moment are, such as a copy of the bucket or the bucket with its versions, written as PORTAL_FILES. Only read.',
    secret: true,
  },
  {
    name: 'PORTAL_FILE_MAX_MB',
    takes: wholeNumber(1, 100),
    byDefault: '100',
    description: 'Most megabytes of a file that administrators publish.',
  },
  {
    name: 'PORTAL_VIRUS_SCAN',
    takes: clamdPlace,
    byDefault: 'off',
    description: 'ClamAV’s daemon, which uploads have to pass: clamd://host:port or clamd:///folder/socket.',
  },
  ...settingsOfDirectory,
  {
    name: 'PORTAL_LANGUAGE',
    takes: oneWord(['en', 'de']),
    byDefault: 'en',
    description:
      'Language of mails to accounts that chose none and of whose sign-ins none is kept, and of pages for browsers that ask for none of the portal’s: `en` or `de`.',
  },
  {
    name: 'PORTAL_BUSINESS_TIME_ZONE',
    takes: timeZone,
    byDefault: 'the zone of the system',
    description: 'Zone that decides what day it is for announcements and reports.',
  },
  {
    name: 'PORTAL_ANNOUNCEMENT_REVIEW',
    takes: oneWord(['optional', 'required']),
    byDefault: 'optional',
    description:
      'required: an announcement is published by another administrator than the one who submitted it. optional: by its author too.',
  },
  {
    name: 'PORTAL_TRUSTED_PROXIES',
    takes: networks,
    byDefault: 'none',
    description: 'Proxies whose X-Forwarded-For is believed.',
  },
  ...settingsOfRateLimits,
  {
    name: 'PORTAL_SESSION_MAX_HOURS',
    takes: wholeNumber(1, 72),
    byDefault: '12',
    description: 'Hours after which a session ends however busy it is.',
  },
  {
    name: 'PORTAL_PASSWORD_MAX_AGE_DAYS',
    takes: wholeNumber(0, 3650),
    byDefault: '90',
    description: 'Days until a password expires; 0 = never.',
  },
  {
    name: 'PORTAL_DELETED_USERS_KEPT_DAYS',
    takes: wholeNumber(0, 3650),
    byDefault: '365',
    description: 'Days after which the personal data of a deleted user are erased; 0 = never.',
  },
  {
    name: 'PORTAL_DELETED_FILES_KEPT_DAYS',
    takes: wholeNumber(0, 365),
    byDefault: '0',
    description:
      'Days that the files of deleted documents stay in their storage, so that a restore of the database to a moment finds them.',
  },
  {
    name: 'PORTAL_ERASURE_WAITING_DAYS',
    takes: wholeNumber(1, 365),
    byDefault: '30',
    description:
      'Days between asking for the erasure of a user and the erasure, in which it can be taken back; at least 1.',
  },
  {
    name: 'PORTAL_AUDIT_KEPT_DAYS',
    takes: (text) => (text === '0' ? 0 : wholeNumber(365, 36_500, 'must be 0, or days from 365 to 36500')(text)),
    byDefault: '0',
    description:
      'Days after the end of a month after which its audit events are written to a sealed file and leave the database; 0 = never.',
  },
  {
    name: 'PORTAL_AUDIT_FOLDER',
    takes: anyText,
    byDefault: 'none',
    description:
      'Folder for the files of months that leave the audit trail, the same for all nodes and kept with the backups; required with PORTAL_AUDIT_KEPT_DAYS.',
  },
  {
    name: 'PORTAL_WEBHOOK_KEPT_DAYS',
    takes: wholeNumber(4, 90),
    byDefault: '14',
    description: 'Days that the delivery log of webhooks is kept.',
  },
  {
    name: 'PORTAL_WEBHOOK_ADDRESSES',
    takes: oneWord(['public', 'private']),
    byDefault: 'public',
    description: 'Where webhooks may lead: to the internet only, or also into the company’s own network (private).',
  },
  {
    name: 'PORTAL_EVENT_LOG',
    takes: eventLogPlace,
    byDefault: 'none',
    description:
      'Where events of the audit trail are also written, for a SIEM: json:stdout, json: with the absolute path of a file, syslog://host:514 or syslog+tls://host:6514.',
  },
  {
    name: 'PORTAL_LOGIN_MAX_FAILURES',
    takes: wholeNumber(1, 100),
    byDefault: '5',
    description: 'Wrong passwords within 15 minutes that lock an account for 30 minutes.',
  },
  {
    name: 'PORTAL_RECOVERY_MODE',
    takes: oneWord(['question', 'link']),
    byDefault: 'question',
    description:
      'How a forgotten password is recovered: by the security question and a temporary password, or by a link to choose a new one; both by mail.',
  },
  {
    name: 'PORTAL_SCAN_REQUIRED',
    takes: oneWord(['true', 'false']),
    byDefault: 'false',
    description:
      'Refuses uploads while the scanner cannot be reached. Without it they are stored, marked as not checked, and scanned once it is back.',
  },
  {
    name: 'PORTAL_API_DOCS',
    takes: onOff,
    byDefault: 'on in the demo, else off',
    description: 'Serves the API description and its pages.',
  },
  ...settingsOfTracing,
])
