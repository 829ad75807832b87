import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession } from './people.ts'
import { fillPath } from './sample-call.ts'

/** Moments that are put in, each on a day of its own. */
const at = (day: number) => `2024-05-${String(day).padStart(2, '0')}T10:20:30.000Z`

let portal: Portal
/** Grace Hopper, a portal administrator with every page. */
let admin: Browser
let adminId: number
let harbor: number
let ines: MadeUser
/** The browser of Ines Holm, who is external and has no rights. */
let own: Browser
let bo: MadeUser
let billing: number
let money: number
let invoices: number
let wharf: number

const owner = (text: string, values?: unknown[]) => portal.owner(text, values)
const idOf = async (text: string, values?: unknown[]) =>
  Number((await owner(`${text} returning id`, values))[0]?.['id'])
const endpoints = new Map(allEndpoints().map(({ endpoint }) => [endpoint.name, endpoint]))

beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  const { make } = portal
  const { users } = await makeWorld(portal)
  adminId = users.portalAdmin.id
  await owner(`update users set first_name = 'Grace', last_name = 'Hopper', user_name = 'grace.h' where id = $1`, [
    adminId,
  ])
  admin = await openSession(portal, users.portalAdmin)
  // No id is that of a row in another table, nor a count.
  const sequences = `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and max_value > 100000000`
  for (const [index, { name }] of (await owner(sequences)).entries())
    await owner('select setval($1, $2)', [name, (index + 1) * 10_000])
  harbor = await make.client({ name: 'Harbor Freight' })
  const person = { client_id: harbor, email: 'x@harbor.test' }
  ines = await make.user({ ...person, user_name: 'ines.h', first_name: 'Ines', last_name: 'Holm' })
  bo = await make.user({
    ...person,
    user_name: 'bo.k',
    first_name: 'Bo',
    last_name: 'Kern',
    email: 'bo@harbor.test',
    work_phone: '3125550102',
    is_internal: true,
  })
  own = await openSession(portal, ines)
  billing = await make.system({ name: 'Billing', code: 'BIL', facility_code: 'EDH', has_account_setup: true })
  await owner(`update facilities set name = 'Eden House' where code = 'EDH'`)
  money = await make.section({ name: 'Money', tile_color: '112233' })
  invoices = await make.page({
    name: 'Invoices',
    system_id: billing,
    section_id: money,
    location: 'https://billing.test/invoices',
    help_location: 'https://billing.test/help',
    is_requestable: true,
  })
  wharf = await idOf(`insert into customers (name, facility_code) values ('Wharf', 'EDH')`)
})
afterAll(() => portal.close())

type Row = Readonly<Record<string, unknown>>

interface Options {
  by?: Browser
  ids?: Readonly<Record<string, unknown>>
  query?: string
}

/** The rows of a list that are about the test, as they come over the wire. */
async function rowsOf(name: string, isOurs: (row: Row) => boolean, { by = admin, ids = {}, query = '' }: Options = {}) {
  const { method, path } = endpoints.get(name) as Endpoint
  const params = Object.fromEntries(
    Object.entries({ uid: by.userId, ...ids }).map(([key, value]) => [key, String(value)]),
  )
  const answer = await by.request(method, fillPath(path, params) + query)
  expect([name, answer.code]).toEqual([name, '200'])
  return (answer.data as Row[]).filter(isOurs)
}

/** Every column is filled in some row, and no two columns have the same values in all rows. */
function expectDistinct(rows: readonly Row[], constant: readonly string[]): void {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !constant.includes(column))
  const valuesOf = (column: string) => JSON.stringify(rows.map((row) => row[column] ?? null))
  const empty = columns.filter((column) => rows.every((row) => row[column] === null || row[column] === ''))
  const same = [...Map.groupBy(columns, valuesOf).values()].filter(({ length }) => length > 1)
  expect([...empty, ...same.map((names) => names.join(' = '))]).toEqual([])
}

interface Case {
  /** The whole rows of the answer that are about the test. */
  got: readonly Row[]
  expected: readonly Row[]
  /** Columns that are empty or alike in every row of the test. */
  constant?: readonly string[]
}

const named = (key: string, name: string) => (row: Row) => row[key] === name

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  listSamlIdentityProviders: async () => {
    const id = await idOf(
      `insert into saml_providers (name, entity_id, sign_on_url, sign_out_url, certificate, certificate_expires_at,
         previous_certificate, previous_certificate_expires_at, email_attribute, first_name_attribute, last_name_attribute)
       values ('Acme', 'https://acme.test/idp', 'https://acme.test/on', 'https://acme.test/off', 'c1', $1, 'c2', $2, 'mail', 'given', 'sn')`,
      [at(1), at(2)],
    )
    await owner('insert into saml_provider_clients (provider_id, client_id) values ($1, $2)', [id, harbor])
    return {
      got: await rowsOf('listSamlIdentityProviders', named('samlIdentityProviderNm', 'Acme')),
      expected: [
        {
          samlIdentityProviderId: id,
          samlIdentityProviderNm: 'Acme',
          entityIdTxt: 'https://acme.test/idp',
          signOnUrlTxt: 'https://acme.test/on',
          signOutUrlTxt: 'https://acme.test/off',
          certExpireDt: at(1),
          prevCertExpireDt: at(2),
          employerIdList: [harbor],
          emailAttributeNm: 'mail',
          firstNmAttributeNm: 'given',
          lastNmAttributeNm: 'sn',
          version: 1,
        },
      ],
    }
  },
  listSessions: async () => {
    const id = await idOf(
      `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at, created_at, last_active_at, address, device)
       values (sha256('t'), sha256('c'), sha256('b'), $1, clock_now() + interval '1 hour', clock_now() - interval '2 minutes',
         clock_now() - interval '1 minute', '192.0.2.7', 'Chrome on Linux')`,
      [ines.id],
    )
    const [row] = await owner('select created_at, last_active_at from sessions where id = $1', [id])
    const iso = (moment: unknown) => (moment as Date).toISOString()
    return {
      got: await rowsOf('listSessions', ({ sessionId }) => sessionId === id, { by: own }),
      expected: [
        {
          sessionId: id,
          device: 'Chrome on Linux',
          place: 'the address 192.0.2.7',
          startDt: iso(row?.['created_at']),
          lastAccessDt: iso(row?.['last_active_at']),
          currentFlg: 'N',
        },
      ],
    }
  },
  listCarriers: async () => {
    const id = await idOf(`insert into sms_carriers (name, email_domain) values ('Tel', 'tel.test')`)
    return {
      got: await rowsOf('listCarriers', named('smsCarrierNm', 'Tel'), { by: own }),
      expected: [{ smsCarrierId: id, smsCarrierNm: 'Tel', emailDomainTxt: 'tel.test' }],
    }
  },
  listContacts: async () => {
    const id = await idOf(
      `insert into client_representatives (client_id, user_id, role) values ($1, $2, 'Account manager')`,
      [harbor, bo.id],
    )
    return {
      got: await rowsOf('listContacts', () => true, { by: own }),
      expected: [
        {
          contactId: id,
          firstNm: 'Bo',
          lastNm: 'Kern',
          roleTxt: 'Account manager',
          emailAddress: 'bo@harbor.test',
          workPhone: '3125550102',
        },
      ],
    }
  },
  listContactCandidates: async () => ({
    got: await rowsOf('listContactCandidates', named('userNm', 'bo.k'), { query: '?keyword=Kern' }),
    expected: [{ userId: bo.id, firstNm: 'Bo', lastNm: 'Kern', userNm: 'bo.k' }],
  }),
  listEnhanceReqs: async () => {
    const id = await idOf(
      `insert into enhancement_requests (user_id, client_id, section_id, comment, wants_contact, state, answer, created_at)
       values ($1, $2, $3, 'Darker colors', true, 'planned', 'In June', $4)`,
      [ines.id, harbor, money, at(3)],
    )
    return {
      got: await rowsOf('listEnhanceReqs', () => true, { by: own }),
      expected: [
        {
          requestNo: id,
          sectionNm: 'Money',
          comment: 'Darker colors',
          contactMeFlag: 'Y',
          requestState: 'planned',
          answerTxt: 'In June',
          createdDt: at(3),
        },
      ],
    }
  },
  listDocumentVersions: async () => {
    const document = await portal.make.document(ines, { name: 'plan.csv' })
    await portal.make.version(document)
    await owner(
      `update document_versions set size_bytes = case version when 1 then 11 else 22 end,
         stored_at = case version when 1 then $2 else $3 end::timestamptz where document_id = $1`,
      [document.id, at(4), at(5)],
    )
    return {
      got: await rowsOf('listDocumentVersions', () => true, { by: own, ids: { docId: document.id } }),
      expected: [
        { versionNbr: 2, documentSizeByteCnt: 22, recordAddDt: at(5) },
        { versionNbr: 1, documentSizeByteCnt: 11, recordAddDt: at(4) },
      ],
    }
  },
  listShares: async () => {
    const document = await portal.make.document(ines, { name: 'shared.csv' })
    const id = await portal.make.share(document, bo, { shared_at: at(6), expires_on: '2099-03-04', opened_at: at(7) })
    return {
      got: await rowsOf('listShares', () => true, { by: own, ids: { docId: document.id } }),
      expected: [
        {
          documentShareDtlId: id,
          userId: bo.id,
          firstNm: 'Bo',
          lastNm: 'Kern',
          clientNm: 'Harbor Freight',
          sharedDt: at(6),
          expireDt: '03/04/2099',
          openedDt: at(7),
        },
      ],
    }
  },
  listSharingUsers: async () => ({
    got: await rowsOf('listSharingUsers', () => true, { by: own, ids: { clientid: harbor } }),
    expected: [{ userId: bo.id, firstNm: 'Bo', lastNm: 'Kern' }],
  }),
  listTrash: async () => {
    const document = await portal.make.document(ines, { name: 'old.csv', trashed_at: at(8) })
    const [row] = await owner(`update documents set size_bytes = 33 where id = $1 returning size_bytes`, [document.id])
    return {
      got: await rowsOf('listTrash', () => true, { by: own }),
      expected: [
        {
          documentId: document.id,
          documentNm: 'old.csv',
          documentTypeTxt: 'csv',
          documentSizeByteCnt: Number(row?.['size_bytes']),
          deletedDt: at(8),
          purgeDt: '2024-06-07T10:20:30.000Z',
        },
      ],
    }
  },
  listLinks: async () => {
    const id = await linkOf('Weather', 'https://weather.test/')
    return {
      got: await rowsOf('listLinks', named('linkNm', 'Weather'), { by: own }),
      expected: [{ userLinkId: id, linkNm: 'Weather', linkUrlTxt: 'https://weather.test/' }],
    }
  },
  listAnnouncements: async () => {
    const announcement = await portal.make.announcement({
      title: 'Outage',
      message_html: '<p>On Sunday</p>',
      language: 'en',
      translations: { de: { title: 'Ausfall', message: '<p>Am Sonntag</p>' } },
      kind: 'promotional',
      effective_from: '2024-05-09',
      effective_to: '2099-05-10',
      created_at: at(11),
    })
    const id = await idOf('insert into user_announcements (user_id, announcement_id) values ($1, $2)', [
      ines.id,
      announcement,
    ])
    return {
      got: await rowsOf('listAnnouncements', ({ announcementId }) => announcementId === announcement, { by: own }),
      expected: [
        {
          userAnnouncementId: id,
          announcementId: announcement,
          displayFlg: 'Y',
          titleText: 'Outage',
          messageText: '<p>On Sunday</p>',
          languageCd: 'en',
          type: 'Promotional',
          effectiveFromDt: '05/09/2024',
          effectiveToDt: '05/10/2099',
          recordAddDt: at(11),
        },
      ],
    }
  },
  listRequestableApplications: async () => {
    const page = await portal.make.page({
      name: 'Wishes',
      system_id: await portal.make.system({ name: 'Wishing' }),
      section_id: money,
      is_requestable: true,
    })
    await owner(
      `insert into page_search_items (page_id, name, description, display_order) values ($1, 'Ask', 'For all', 1)`,
      [page],
    )
    return {
      got: await rowsOf('listRequestableApplications', named('pageNm', 'Wishes'), { by: own }),
      expected: [
        {
          pageId: page,
          pageNm: 'Wishes',
          sectionNm: 'Money',
          tileColor: '#112233',
          tileImage: `/ccservices/images/tiles/${money}.png`,
          applicationSubLinks: [{ sublinkNm: 'Ask', descriptionTxt: 'For all' }],
          requestableStateCd: 'open',
        },
      ],
    }
  },
  listRequestableSets: async () => {
    const wishing = await portal.make.system({ name: 'Wishes of sets' })
    const setId = await idOf(
      `insert into permission_sets (name, description, owner_id, is_requestable) values ('Wisher', 'Wishes', $1, true)`,
      [adminId],
    )
    await owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
      setId,
      wishing,
      adminId,
    ])
    return {
      got: await rowsOf('listRequestableSets', named('setNm', 'Wisher'), { by: own }),
      expected: [
        {
          setId,
          setNm: 'Wisher',
          descriptionTxt: 'Wishes',
          givesList: ['Wishes of sets'],
          requestableStateCd: 'open',
        },
      ],
    }
  },
  listOwnAccessRequests: async () => {
    const id = await idOf(
      `insert into access_requests (user_id, page_id, reason, state, requested_at, decided_by, ended_at, decision_reason, access_ends_at)
       values ($1, $2, 'For audits', 'granted', $3, $4, $5, 'Until summer', $6)`,
      [bo.id, invoices, at(12), adminId, at(13), at(14)],
    )
    return {
      got: await rowsOf('listOwnAccessRequests', () => true, { by: await openSession(portal, bo) }),
      expected: [
        {
          accessRequestId: id,
          pageNm: 'Invoices',
          sectionNm: 'Money',
          reasonTxt: 'For audits',
          requestStateCd: 'granted',
          requestedDt: at(12),
          decidedDt: at(13),
          decisionTxt: 'Until summer',
          endDt: at(14),
        },
      ],
    }
  },
  searchPortal: async () => {
    const id = await linkOf('Tides', 'https://tides.test/')
    return {
      got: await rowsOf('searchPortal', named('kindCd', 'link'), { by: own, query: '?text=Tides' }),
      expected: [{ kindCd: 'link', id, titleTxt: 'Tides', placeTxt: 'https://tides.test/', sectionId: null }],
      constant: ['sectionId'],
    }
  },
  listBrandingVersions: async () => {
    const images = ['c1', 'c2', 'c3', 'c4'].map((byte) => byte.repeat(32))
    await owner(`insert into brand_images (key, image) select key, '\\x89504e47' from unnest($1::text[]) key`, [images])
    const id = await brandOf(harbor, images)
    return {
      got: await rowsOf('listBrandingVersions', () => true, { ids: { clientId: harbor } }),
      expected: [
        {
          clientColorTxt: '#112233',
          clientPryButtonColorTxt: '#445566',
          ...imageColumns('client', images),
          brandingModeCd: 'custom',
          versionNbr: id,
          changedByNm: 'Grace Hopper',
          changedDt: at(15),
        },
      ],
    }
  },
  listDefaultBrandingVersions: async () => {
    const images = ['d1', 'd2', 'd3', 'd4'].map((byte) => byte.repeat(32))
    await owner(`insert into brand_images (key, image) select key, '\\x89504e47' from unnest($1::text[]) key`, [images])
    const id = await brandOf(null, images)
    return {
      got: await rowsOf('listDefaultBrandingVersions', ({ versionNbr }) => versionNbr === id),
      expected: [
        {
          defaultColorTxt: '#112233',
          defaultPryButtonColorTxt: '#445566',
          ...imageColumns('default', images),
          brandingModeCd: 'custom',
          versionNbr: id,
          changedByNm: 'Grace Hopper',
          changedDt: at(15),
        },
      ],
    }
  },
  listMappableApplications: async () => ({
    got: await rowsOf('listMappableApplications', named('pageNm', 'Invoices'), { query: '?keyword=Invoices' }),
    expected: [{ pageId: invoices, pageNm: 'Invoices', systemNm: 'Billing' }],
  }),
  listMappableCustomers: async () => {
    const pier = await idOf(`insert into customers (name, facility_code, parent_id) values ('Pier 9', 'EDH', $1)`, [
      wharf,
    ])
    const [row] = await owner(`select name from facilities where code = 'EDH'`)
    for (const _ of [1, 2, 3])
      await owner(
        `insert into customers (name, facility_code, parent_id) values ('Berth ' || gen_random_uuid(), 'EDH', $1)`,
        [pier],
      )
    return {
      got: await rowsOf('listMappableCustomers', () => true, { query: '?keyword=Pier' }),
      expected: [
        {
          customerId: pier,
          customerNm: 'Pier 9',
          path: 'Wharf / Pier 9',
          pathAsCustomerId: `${wharf}/${pier}`,
          facilityNm: row?.['name'],
          childCnt: 3,
        },
      ],
    }
  },
  listDirectoryConflicts: async () => {
    const clientId = await portal.make.client()
    const { id: userId, userName } = await portal.make.user({ client_id: clientId })
    const linked = await portal.make.user({ client_id: clientId })
    const decider = await portal.make.user({ first_name: 'Dee', last_name: 'Cider' })
    const at = '2030-01-0'
    const add = (name: string, reason: string, account: number | null, attempts: number) =>
      idOf(
        `insert into scim_conflicts (client_id, user_name, external_id, user_id, reason, attempts, first_at, last_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          clientId,
          name,
          account && `id of ${name}`,
          account,
          reason,
          attempts,
          `${at}1T10:00:00Z`,
          `${at}${attempts}T10:00:00Z`,
        ],
      )
    const row = (conflictId: number, userNm: string, reasonCd: string, attemptCnt: number) => ({
      conflictId,
      userNm,
      reasonCd,
      attemptCnt,
      firstDt: `${at}1T10:00:00.000Z`,
      lastDt: `${at}${attemptCnt}T10:00:00.000Z`,
    })
    const ana = await add('ana', 'name-taken', null, 3)
    const bo = await add('bo', 'deleted', userId, 2)
    await owner(
      `update scim_conflicts set decision = 'link', link_user_id = $4, account_ids = array[$4::integer],
         decided_by = $2, decided_at = $3 where id = $1`,
      [bo, decider.id, `${at}4T10:00:00Z`, linked.id],
    )
    const undecided = { accounts: [], decisionCd: null, linkUserId: null, decidedByNm: null, decidedDt: null }
    const decided = {
      accounts: [
        { userId, accountNm: userName },
        { userId: linked.id, accountNm: linked.userName },
      ],
      decisionCd: 'link',
      linkUserId: linked.id,
      decidedByNm: 'Dee Cider',
      decidedDt: `${at}4T10:00:00.000Z`,
    }
    return {
      got: await rowsOf('listDirectoryConflicts', () => true, { ids: { clientId: String(clientId) } }),
      expected: [
        { ...row(ana, 'ana', 'name-taken', 3), externalIdTxt: null, userId: null, accountNm: null, ...undecided },
        { ...row(bo, 'bo', 'deleted', 2), ...decided, externalIdTxt: 'id of bo', userId, accountNm: userName },
      ],
    }
  },
  listManagedObjects: async () => {
    await owner(
      `insert into managed_objects (kind, object_id, client_id, file_set, file, applied_at, applied_by) values
         ('departments', '987', null, 'base', 'a.yaml', $1, $3), ('departments', '988', null, 'more', 'b.yaml', $2, $3),
         ('sections', '987', null, 'base', 'a.yaml', $1, $3)`,
      [at(18), at(19), bo.id],
    )
    return {
      got: await rowsOf('listManagedObjects', () => true, {
        ids: { kindCd: 'departments' },
        query: '?ids=987,988,989',
      }),
      expected: [
        { objectId: '987', appliedDt: at(18), appliedByNm: 'Bo Kern', fileSetNm: 'base' },
        { objectId: '988', appliedDt: at(19), appliedByNm: 'Bo Kern', fileSetNm: 'more' },
      ],
      constant: [],
    }
  },
  listPermissionSetsOfUser: async () => {
    const setId = await idOf(
      `insert into permission_sets (client_id, name, owner_id, version) values ($1, 'Clerk of a user', $2, 8)`,
      [harbor, bo.id],
    )
    await owner(
      'insert into permission_set_items (set_id, system_id, page_id, granted_by) values ($1, $2, null, $4), ($1, $2, $3, $4)',
      [setId, billing, invoices, adminId],
    )
    const givenDt = '2024-05-17T10:20:30.000Z'
    const endDt = '2099-06-17T10:20:30.000Z'
    await owner(
      'insert into permission_set_holders (set_id, user_id, granted_by, valid_from, ends_at) values ($1, $2, $3, $4, $5)',
      [setId, ines.id, bo.id, givenDt, endDt],
    )
    await owner(
      'insert into user_system_grants (user_id, system_id, granted_by, by_group) values ($1, $2, $3, true) on conflict do nothing',
      [ines.id, billing, adminId],
    )
    const got = await rowsOf('listPermissionSetsOfUser', () => true, { ids: { userId: String(ines.id) } })
    await owner('delete from user_system_grants where user_id = $1 and by_group', [ines.id])
    return {
      got,
      expected: [
        {
          setId,
          setNm: 'Clerk of a user',
          versionNr: 8,
          givesList: ['Billing', 'Billing / Invoices'],
          endsList: ['Billing'],
          givenDt,
          endDt,
          givenByNm: 'Bo Kern',
          groupNms: [],
        },
      ],
    }
  },
  listSsoMappings: async () => {
    await owner('insert into sso_employers (client_id) values ($1)', [harbor])
    const pageRow = await idOf('insert into sso_employer_pages (client_id, page_id) values ($1, $2)', [
      harbor,
      invoices,
    ])
    const child = await idOf(`insert into customers (name, facility_code, parent_id) values ('Quay', 'EDH', $1)`, [
      wharf,
    ])
    const customerRow = await idOf('insert into sso_employer_customers (client_id, customer_id) values ($1, $2)', [
      harbor,
      child,
    ])
    return {
      got: await rowsOf('listSsoMappings', ({ employerId }) => employerId === harbor),
      expected: [
        {
          employerId: harbor,
          employerName: 'Harbor Freight',
          employerApplications: [{ employerPageId: pageRow, pageId: invoices, pageNm: 'Invoices' }],
          employerCustomers: [
            { employerClientMasterId: customerRow, customerId: child, customerNm: 'Quay', parentCustId: wharf },
          ],
        },
      ],
    }
  },
  listSystems: async () => {
    await owner(`insert into system_software (system_id, name) values ($1, 'OpenSSL')`, [billing])
    await owner(`update systems set browser_logout_url = 'https://billing.test/out' where id = $1`, [billing])
    // So that the version is not the number of grants.
    await owner(`update systems set owner_email = 'owner@billing.test' where id = $1`, [billing])
    for (const { id } of [ines, bo])
      await owner('insert into user_system_grants (user_id, system_id) values ($1, $2)', [id, billing])
    const [got] = await rowsOf('listSystems', named('systemNm', 'Billing'))
    return {
      got: got ? [got] : [],
      expected: [
        {
          systemId: billing,
          systemNm: 'Billing',
          facilityCd: 'EDH',
          cmrCenterExtlSoftware: ['OpenSSL'],
          pageCnt: 1,
          permissionCnt: 2,
          protectedFlg: 'N',
          browserLogoutUrl: 'https://billing.test/out',
          logoutFollowedUrlTxt: 'https://billing.test/out',
          logoutOriginList: [portal.origin, 'https://billing.test'],
          logoutReturnUrlTxt: `${portal.origin}/logout?app=BIL`,
          version: got?.['version'],
        },
      ],
      constant: ['browserLogoutUrl', 'logoutFollowedUrlTxt'],
    }
  },
  listCatalogSections: async () => {
    const id = await portal.make.section({ name: 'Hidden', is_displayed: false })
    for (const _ of [1, 2, 3]) await portal.make.page({ system_id: billing, section_id: id })
    await owner(`update sections set tile_color = '445566' where id = $1`, [id])
    return {
      got: await rowsOf('listCatalogSections', named('sectionNm', 'Hidden')),
      expected: [{ sectionId: id, sectionNm: 'Hidden', ccDispFlg: 'N', pageCnt: 3, version: 2 }],
    }
  },
  listSystemAccountTypes: async () => {
    const id = await accountType()
    return {
      got: await rowsOf('listSystemAccountTypes', () => true, { ids: { systemId: billing } }),
      expected: [{ accountTypeId: id, accountTypeDesc: 'Clerk', accountTypeCd: 'CLK' }],
    }
  },
  listAssignableSystems: async () => ({
    got: await rowsOf('listAssignableSystems', named('systemNm', 'Billing')),
    expected: [
      {
        systemId: billing,
        systemNm: 'Billing',
        systemCd: 'BIL',
        facilityCd: 'EDH',
        sensitiveDataAssignableFlg: 'Y',
      },
    ],
  }),
  listAssignablePages: async () => {
    const flags = ['is_internal_only', 'is_displayed', 'is_assignable', 'requires_admin'] as const
    const system = await portal.make.system({ name: 'Flags' })
    const expected: Row[] = []
    /** The flag at `index` of the page `row` is the bit `row` of `index + 1`. */
    const isSet = (index: number, row: number) => (((index + 1) >> row) & 1) === 1
    for (const row of [0, 1, 2]) {
      const columns = Object.fromEntries(flags.map((flag, index) => [flag, isSet(index, row)]))
      const pageId = await portal.make.page({
        ...columns,
        system_id: system,
        section_id: money,
        name: `Flag ${row}`,
        display_order: row + 1,
      })
      const flag = (index: number) => (isSet(index, row) ? 'Y' : 'N')
      expected.push({
        pageId,
        pageNm: `Flag ${row}`,
        sectionNm: 'Money',
        internalUserPage: flag(0),
        dispFlg: flag(1),
        pageAssignableFlg: flag(2),
        admAccessRqrFlg: flag(3),
        // Nobody is given what comes with its system.
        assignableFlg: flag(2),
      })
    }
    return {
      got: await rowsOf('listAssignablePages', () => true, { ids: { systemId: system } }),
      expected,
      constant: ['assignableFlg'],
    }
  },
  listUserSystemAccounts: async () => {
    const id = await idOf(
      `insert into user_system_accounts (user_id, type_id, name, version) values ($1, $2, 'INES1', 3)`,
      [ines.id, await accountType('TLR')],
    )
    await owner('insert into user_system_account_clients (account_id, client_id) values ($1, $2)', [id, harbor])
    const [row] = await owner('select type_id from user_system_accounts where id = $1', [id])
    return {
      got: await rowsOf('listUserSystemAccounts', () => true, { ids: { systemId: billing, userId: ines.id } }),
      expected: [
        {
          systemAccountUserId: id,
          accountTypeId: row?.['type_id'],
          accountUserNm: 'INES1',
          clientIds: [harbor],
          lockedFlg: 'N',
          version: 3,
        },
      ],
    }
  },
  listSections: async () => {
    const reader = await portal.make.user({ client_id: harbor })
    const system = await portal.make.system({ name: 'Tiles' })
    const section = await portal.make.section({ name: 'Own tile', tile_color: '778899' })
    const page = await portal.make.page({
      name: 'Ledger',
      system_id: system,
      section_id: section,
      location: 'https://tiles.test/ledger',
      help_location: 'https://tiles.test/help',
      opens_in_new_window: true,
    })
    await portal.make.grant(reader, { systemId: system, pageId: page })
    await owner(
      `insert into page_search_items (page_id, name, description, display_order) values ($1, 'Rates', 'All rates', 1)`,
      [page],
    )
    await owner(
      'insert into user_section_preferences (user_id, section_id, is_favorite, last_accessed_at) values ($1, $2, true, $3)',
      [reader.id, section, at(18)],
    )
    await owner('insert into user_page_accesses (user_id, page_id, last_accessed_at) values ($1, $2, $3)', [
      reader.id,
      page,
      at(19),
    ])
    return {
      got: await rowsOf('listSections', () => true, { by: await openSession(portal, reader) }),
      expected: [
        {
          sectionId: section,
          sectionNm: 'Own tile',
          tileColor: '#778899',
          tileImage: `/ccservices/images/tiles/${section}.png`,
          userSectionDetails: { favoriteFlg: 'Y', lastAccessDt: at(18) },
          userSectionPages: [
            {
              pageId: page,
              pageNm: 'Ledger',
              systemId: system,
              ccPageLocationTxt: 'https://tiles.test/ledger',
              ccHelpPageLocationTxt: 'https://tiles.test/help',
              openInNewWindowFlg: 'Y',
              linkEnabledFlg: 'Y',
              ssoFlg: 'N',
              accountChoiceFlg: 'N',
              lastAccessDt: at(19),
              applicationSubLinks: [{ sublinkNm: 'Rates', descriptionTxt: 'All rates' }],
            },
          ],
        },
      ],
    }
  },
  listJobSchedules: async () => {
    const id = await idOf(
      `insert into job_schedules (code, name, cron, time_zone, parameters, notify_email, is_disabled)
       values ('seal-audit', 'Seal', '0 1 * * *', 'Europe/Berlin', 'days=3', 'ops@harbor.test', true)
       on conflict (code) do update set name = 'Seal', cron = '0 1 * * *', time_zone = 'Europe/Berlin', parameters = 'days=3',
         notify_email = 'ops@harbor.test', is_disabled = true`,
    )
    await owner(
      `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result, message)
       values ('seal-audit', gen_random_uuid(), $1, $2, 'failed', 'The disk is full')`,
      [at(20), at(21)],
    )
    const [row] = await owner('select version from job_schedules where id = $1', [id])
    return {
      got: await rowsOf('listJobSchedules', named('jobCd', 'seal-audit')),
      expected: [
        {
          jobScheduleSetupId: id,
          jobCd: 'seal-audit',
          jobNm: 'Seal',
          cronTxt: '0 1 * * *',
          timeZone: 'Europe/Berlin',
          parametersTxt: 'days=3',
          notifyEmailTxt: 'ops@harbor.test',
          disableFlg: 'Y',
          lastRunDt: at(20),
          lastStatus: 'failed',
          lastMessage: 'The disk is full',
          nextRunDt: null,
          version: row?.['version'],
        },
      ],
      constant: ['nextRunDt'],
    }
  },
  listUserImports: async () => {
    const id = await idOf(
      `insert into user_imports (owner_id, client_id, file_name, state, row_count, done_count, error_count,
         warning_count, created_at)
       values ($1, (select client_id from users where id = $1), 'people.csv', 'checked', 5, 4, 3, 2, $2)`,
      [adminId, at(22)],
    )
    return {
      got: await rowsOf('listUserImports', ({ importId }) => importId === id),
      expected: [
        {
          importId: id,
          fileNm: 'people.csv',
          stateCd: 'checked',
          rowCount: 5,
          doneCount: 4,
          errorCount: 3,
          createdDt: at(22),
        },
      ],
    }
  },
  searchCustomers: async () => {
    const top = await idOf(`insert into customers (name, facility_code) values ('Depot', 'EDH')`)
    const inner = await idOf(
      `insert into customers (name, facility_code, parent_id) values ('Inner yard', 'EDH', $1)`,
      [top],
    )
    for (const name of ['A', 'B'])
      await owner(`insert into customers (name, facility_code, parent_id) values ('Yard ' || $2, 'EDH', $1)`, [
        inner,
        name,
      ])
    return {
      got: await rowsOf('searchCustomers', () => true, { query: '?searchPattern=Inner' }),
      expected: [
        {
          customerId: inner,
          customerNm: 'Inner yard',
          parentCustId: top,
          children: [],
          path: 'Depot / Inner yard',
          pathAsCustomerId: `${top}/${inner}`,
          selected: 'N',
          facilityCd: 'EDH',
          childCnt: 2,
        },
      ],
    }
  },
  listReportSystems: async () => ({
    got: await rowsOf('listReportSystems', named('systemNm', 'Billing')),
    expected: [{ systemId: billing, systemNm: 'Billing', browserLogoutUrl: 'https://billing.test/out' }],
  }),
  listReportFacilities: async () => {
    const [row] = await owner(`select name from facilities where code = 'EDH'`)
    return {
      got: await rowsOf('listReportFacilities', named('facilityCd', 'EDH')),
      expected: [{ facilityCd: 'EDH', facilityNm: row?.['name'], hierarchyFlg: 'Y' }],
    }
  },
}

const linkOf = (name: string, address: string) =>
  idOf('insert into user_links (user_id, name, address) values ($1, $2, $3)', [ines.id, name, address])

const accountType = (code = 'CLK') =>
  idOf(`insert into system_account_types (system_id, code, description) values ($1, $2, $3)`, [
    billing,
    code,
    code === 'CLK' ? 'Clerk' : `Type ${code}`,
  ])

const brandOf = (clientId: number | null, images: readonly string[]) =>
  idOf(
    `insert into branding_versions (client_id, mode, tile_color, button_color, logo_etag, logo_dark_etag,
       home_background_etag, login_background_etag, created_at, created_by)
     values ($1, 'custom', '112233', '445566', $2, $3, $4, $5, $6, $7)`,
    [clientId, ...images, at(15), adminId],
  )

function imageColumns(prefix: 'client' | 'default', images: readonly string[]): Row {
  const [logo, dark, home, login] = images.map((key) => `/ccservices/images/branding/${key}`)
  return {
    [`${prefix}LogoImg`]: logo,
    [`${prefix}LogoDarkImg`]: dark,
    [`${prefix}HomeBgImg`]: home,
    [`${prefix}LoginPageBgImg`]: login,
  }
}

/** Lists whose rows are compared elsewhere, or hold nothing that two columns could swap. */
const others: Readonly<Record<string, string>> = {
  listSignIns: 'read from the audit trail: sessions-of-mine.test.ts has a row for each kind',
  listUserChanges: 'the rows of listAuditEvents',
  listActiveApps: 'logout-chain.test.ts compares whole rows',
  listActiveAppsOfBoth: 'the rows of listActiveApps',
  getPasswordRules: 'change-password.test.ts breaks each rule',
  listNotificationTypes: 'a flag beside id and name: notifications.test.ts',
  listOwnNotificationTypes: 'the rows of listNotificationTypes',
  saveOwnNotificationTypes: 'the rows of listNotificationTypes',
  listUserNotificationTypes: 'the rows of listNotificationTypes',
  listDeletedApplications: 'offers to undo: deletions.test.ts takes each back',
  listOwnSystems: 'the rows of listAssignableSystems',
  actOnUsers: 'the results of an act',
  saveUserSystemAccounts: 'the rows of listUserSystemAccounts',
  listTopLevelCustomers: 'the rows of searchCustomers',
  listCustomerDescendants: 'the rows of searchCustomers',
  tryDirectoryAttributes: 'attribute-mapping.test.ts compares rows of each outcome',
  listReportRows: 'opened-report.test.ts',
  listReportQueue: 'report-queue.test.ts has an entry in each state',
  listAnnouncementValues: 'constants of the portal: shipped-rows.test.ts',
  listEmployersByDomain: 'user-creation.test.ts compares whole rows',
  listPciCustomers: 'reports.test.ts',
  listPciCustomerTree: 'reports.test.ts',
  listAccessCustomers: 'reports.test.ts',
  listAccessCustomerTree: 'reports.test.ts',
}

test('every list without pages is here, but those of an id with its name, and what uses a row of a static setting', () => {
  const shapeOf = (part: unknown) => (part as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}
  const hasPages = ({ query, body }: Endpoint) => [query, body].some((part) => 'pageNo' in shapeOf(part))
  const columnsOf = ({ data }: Endpoint) => {
    const { type, element } = (data as { def?: { type?: string; element?: unknown } } | undefined)?.def ?? {}
    return type === 'array' ? Object.keys(shapeOf(element)) : []
  }
  const lists = [...endpoints.values()]
    .filter((each) => !hasPages(each) && each.kind !== 'attachment' && columnsOf(each).length > 2)
    .map(({ name }) => name)
    .filter((name) => !/^count\w+Uses$/.test(name))
  expect(lists.length).toBeGreaterThan(40)
  expect(lists.filter((name) => !(name in cases) && !(name in others))).toEqual([])
  expect(Object.keys(others).filter((name) => name in cases || !endpoints.has(name))).toEqual([])
})

test.each(Object.keys(cases))('every column of %s has the value that was put in', async (name) => {
  const { got, expected, constant = [] } = (await cases[name]?.()) ?? { got: [], expected: [] }
  expect(got).toEqual(expected)
  expectDistinct(expected, constant)
})
