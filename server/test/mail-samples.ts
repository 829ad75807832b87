import type { KeyRing } from '../src/crypto/key-ring.ts'
import { sealMailSecret } from '../src/areas/mail/compose-mail.ts'
import type { MailFields, MailTemplate } from '../src/areas/mail/mail-fields.ts'
import type { MailContent } from '../src/areas/mail/outbox-store.ts'

export const mailOccasion = {
  at: '2026-01-31T18:05:00.000Z',
  device: 'Firefox on Windows',
  place: 'the address 192.0.2.7',
}
const { at } = mailOccasion
const later = '2026-01-31T18:35:00.000Z'
const ada = { firstName: 'Ada' }
const grants = [{ item: 'Freight / Rates', endsAt: at, holder: 'Grace H' }]
const isNews = { ...ada, announcementId: 7, title: 'News' }

type Samples = { readonly [Template in MailTemplate]: readonly MailFields<Template>[] }

/** Fields of every template, one for each of its forms; a template without a sample does not compile. */
const samplesOf = (keys: KeyRing): Samples => ({
  'temporary-password': (['forgotten', 'administrator', 'new-account'] as const).map((reason) => ({
    ...ada,
    userName: 'ada.l',
    password: sealMailSecret(keys, 'ghj4k-m2n3p'),
    validUntil: later,
    reason,
  })),
  'first-password': [{ userId: 7 }],
  'recovery-link': [{ ...ada, userName: 'ada.l', token: sealMailSecret(keys, 'x'.repeat(43)), validUntil: at }],
  'use-company-sign-in': [ada],
  'password-changed': (['self', 'administrator'] as const).map((by) => ({ ...ada, by, ...mailOccasion })),
  'password-expires': [1, 7].map((days) => ({ ...ada, expiresAt: at, days })),
  'dormant-account': [{ ...ada, inactiveFrom: at }],
  'license-reminder': [ada],
  'second-factor-changed': (
    [
      'authenticator_added',
      'passkey_added',
      'recovery_codes_made',
      'recovery_code_used',
      'factor_removed',
      'factor_reset_by_administrator',
    ] as const
  ).map((change) => ({ ...ada, change, ...mailOccasion })),
  'new-sign-in': [
    { ...ada, ...mailOccasion },
    { ...ada, at, device: 'An unknown browser', place: 'the company network (10.0.0.1)' },
    { ...ada, at, device: null, place: null },
  ],
  'signed-on-as': [
    { ...ada, administrator: 'Grace H', at, until: later, isLookOnly: true, reason: 'Ticket 7' },
    { ...ada, administrator: 'Grace H', at, until: later, isLookOnly: false, reason: null },
  ],
  'security-alert': (['administrator', 'person'] as const).map((reader) => ({
    ...ada,
    reader,
    personName: 'Ada L',
    userName: 'ada.l',
    ...mailOccasion,
  })),
  'certificate-expires': [1, 30].map((days) => ({
    ...ada,
    provider: 'Acme',
    employers: 'Acme & Sons',
    expiresAt: at,
    days,
  })),
  'service-token-expires': [true, false].map((isAccountEnd) => ({
    ...ada,
    account: 'Payroll sync',
    token: 'portico_4fT9aBcD',
    number: 7,
    expiresAt: at,
    days: isAccountEnd ? 1 : 30,
    isAccountEnd,
  })),
  'webhook-switched-off': [{ ...ada, webhook: 'SIEM', address: 'https://siem.example.com/portico', since: at }],
  'service-token-exposed': [{ ...ada, account: 'Payroll sync', token: 'portico_4fT9aBcD' }],
  'grants-end': (['holder', 'grantor'] as const).flatMap((reader) =>
    [0, 1, 7].map((days) => ({ ...ada, reader, days, grants, more: days === 0 ? 0 : 1203 })),
  ),
  'access-requested': [
    { ...ada, requestId: 7, personName: 'Bo Park', clientName: 'Northwind', application: 'Freight', reason: 'My job' },
  ],
  'access-decided': [
    { ...ada, application: 'Freight', isGranted: true, reason: '', endsAt: null },
    { ...ada, application: 'Freight', isGranted: true, reason: 'For March', endsAt: at },
    { ...ada, application: 'Freight', isGranted: false, reason: 'Not yours', endsAt: null },
  ],
  'access-review': [null, 0, 1, 7].map((days) => ({
    ...ada,
    reviewId: 7,
    scope: 'Northwind',
    dueAt: at,
    days,
    count: days === 1 ? 1 : 1203,
  })),
  'job-failed': [
    { job: 'Deliver mail', reason: 'ENOSPC', runId: 7 },
    { job: 'My own job', reason: 'ENOSPC', runId: 7 },
  ],
  'confirm-email': [
    { ...ada, address: 'ada@new.test', token: sealMailSecret(keys, 'the-token-of-the-link'), validUntil: later },
  ],
  'account-changed': [
    ...(['account_handed_over', 'account_reactivated', 'account_restored', 'account_unlocked'] as const).map(
      (change) => ({ ...ada, change, newAddress: null, ...mailOccasion }),
    ),
    { ...ada, change: 'email_requested', newAddress: 'ada@new.test', ...mailOccasion },
    { ...ada, change: 'email_changed', newAddress: 'ada@new.test', ...mailOccasion },
    { ...ada, change: 'security_question_changed', newAddress: null, ...mailOccasion },
    { ...ada, change: 'employer_changed', newAddress: null, employer: 'Northwind', ...mailOccasion },
    { ...ada, change: 'employer_declined', newAddress: null, employer: 'Northwind', ...mailOccasion },
  ],
  'employer-requested': [{ personName: 'Ada L', userName: 'ada.l', from: 'Northwind', to: 'Southwind' }],
  'enhancement-request': [{ email: 'ada@old.test', phone: '2065550100' }, null].map((contact) => ({
    number: 1001,
    sectionName: 'Statements',
    clientName: 'Northwind',
    personName: 'Ada L',
    comment: 'A search for amounts',
    contact,
  })),
  'enhancement-answered': (['received', 'in-review', 'planned', 'done', 'declined'] as const).map((state) => ({
    ...ada,
    number: 1001,
    sectionName: 'Statements',
    state,
    answer: state === 'received' ? '' : 'Next year',
  })),
  'opt-out-text': [{ clientName: 'Northwind' }],
  announcement: [
    { title: 'News', text: 'One\n\nTwo' },
    { title: 'News', text: 'One', translations: { de: { title: 'Neues', text: 'Eins' } } },
  ],
  'announcement-text': [{ title: 'News', translations: { de: { title: 'Neues' } } }, { title: `${'n'.repeat(100)}-` }],
  'announcement-submitted': [
    { ...isNews, author: 'Grace H' },
    { ...isNews, author: null },
  ],
  'announcement-sent-back': [{ ...isNews, reviewer: 'Grace H', note: 'Say when it ends.\n\nAnd why.' }],
  'data-export-ready': [{ ...ada, validUntil: later }],
  'document-shared': [{ ...ada, sender: 'Grace H', document: 'Rates.pdf' }],
  'file-infected': [{ ...ada, file: 'Guide.pdf' }],
  'document-infected': (['document', 'version'] as const).map((removed) => ({
    ...ada,
    document: 'Rates.pdf',
    removed,
  })),
  test: [{}],
})

/** Every mail of the product in each of its forms, its secrets sealed by `keys`. */
export const mailSamples = (keys: KeyRing): MailContent[] =>
  Object.entries(samplesOf(keys)).flatMap(([template, all]) =>
    all.map((fields) => ({ template, fields }) as MailContent),
  )
