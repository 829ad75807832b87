import { withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type Attribute,
  findAttribute,
  type ResourceKind,
  resolveOther,
  resolveSearched,
  type Searched,
} from './scim-schema.ts'
import { badFilter, type Comparison, type FilterNode, type FilterValue } from './filter.ts'
import { requestError } from './scim-error.ts'
import { withoutValues } from './without-values.ts'

type Fragment = RawBuilder<unknown>
type Condition = RawBuilder<boolean>

/** Ids are whole numbers; a text that is none names no resource. */
const ID = /^[1-9]\d{0,8}$/

/** The number of an id; undefined for the id of another service. */
export const idOf = (text: unknown): number | undefined =>
  typeof text === 'string' && ID.test(text) ? Number(text) : undefined

// Resources are r. Names come from the table of attributes, values are parameters.

/** Attributes with a column of their own; all others of a user are read from the source document. */
const columns: Readonly<Record<ResourceKind, Readonly<Record<string, Fragment>>>> = {
  User: {
    id: sql`r.id`,
    externalId: sql`r.external_id`,
    userName: sql`r.user_name_folded`,
    active: sql`r.is_active`,
    'meta.resourceType': sql`'User'::text`,
    'meta.created': sql`r.created_at`,
    'meta.lastModified': sql`r.updated_at`,
  },
  Group: {
    id: sql`r.id`,
    externalId: sql`r.external_id`,
    displayName: sql`r.name_folded`,
    'meta.resourceType': sql`'Group'::text`,
    'meta.created': sql`r.created_at`,
    'meta.lastModified': sql`r.updated_at`,
  },
}

const foldText = (value: Fragment): Fragment => sql`lower(${value} collate "en-x-icu") collate "C"`

/** How a column with folded text is compared: with what is folded in the same way, so that its index is used. */
const foldings: Readonly<Record<ResourceKind, Readonly<Record<string, (value: string) => Fragment>>>> = {
  User: { userName: (value) => sql`fold_user_name(${value})` },
  Group: { displayName: (value) => foldText(sql`${value}::text`) },
}

/** Membership has a table of its own: both directions of the link. */
const links: Readonly<Record<string, Fragment>> = {
  members: sql`select link.member_id as value from scim_group_members link
                where link.client_id = r.client_id and link.group_id = r.id`,
  groups: sql`select link.group_id as value from scim_group_members link
               where link.client_id = r.client_id and link.member_id = r.id`,
}

/** The condition that a filter sets on resources r. @throws ScimError where it names what cannot be searched */
export const filterCondition = (searched: Searched, node: FilterNode): Condition =>
  conditionOf(searched, node) as Condition

function conditionOf(searched: Searched, node: FilterNode): Fragment {
  const joined = joinedCondition(node, (each) => conditionOf(searched, each))
  if (joined) return joined
  if (node.kind === 'and' || node.kind === 'or' || node.kind === 'not') throw new TypeError('A joined filter')
  const other = resolveOther(searched, node.path)
  if (other) return withoutValue(other, node)
  const chain = resolveSearched(searched, node.path)
  if (!chain) throw badFilter(`there is no attribute ${node.path}`)
  const list = chain.find(({ isMulti }) => isMulti)
  if (list) return someCondition(list, node.kind === 'some' ? node.item : { ...node, path: afterList(chain, list) })
  if (node.kind === 'some') throw badFilter(`${node.path} is not a list`)
  return plainCondition(searched.kind, chain, node)
}

/**
 * What a comparison says of an attribute that another kind alone has: it is without a value (RFC 7644, 3.4.2.1). Of a
 * list without values none matches.
 */
function withoutValue(
  chain: readonly Attribute[],
  node: Exclude<FilterNode, { kind: 'and' | 'or' | 'not' }>,
): Fragment {
  const isList = chain.some(({ isMulti }) => isMulti)
  const isFound = !isList && node.kind === 'compare' && node.comparison === (node.value === null ? 'eq' : 'ne')
  return sql`${isFound}::boolean`
}

const afterList = (chain: readonly Attribute[], list: Attribute): string =>
  chain[chain.indexOf(list) + 1]?.name ?? 'value'

/** `and`, `or` and `not`, which are the same everywhere; undefined for anything else. */
function joinedCondition(node: FilterNode, of: (node: FilterNode) => Fragment): Fragment | undefined {
  if (node.kind === 'not') return sql`not coalesce(${of(node.item)}, false)`
  if (node.kind !== 'and' && node.kind !== 'or') return undefined
  return sql`(${sql.join(node.items.map(of), node.kind === 'and' ? sql` and ` : sql` or `)})`
}

/** True where a value of the list matches. */
function someCondition(list: Attribute, inner: FilterNode): Fragment {
  const linked = links[list.name]
  const from = linked ?? sql`select value from jsonb_array_elements(r.doc -> ${sql.lit(list.name)})`
  const found = sql`exists (select 1 from (${from}) e where ${itemCondition(list, inner)})`
  const email = list.name === 'emails' ? soughtValue(inner) : undefined
  // The index knows which users have an address at all.
  return email === undefined ? found : sql`(r.emails_folded @> array[fold_email(${email})] and ${found})`
}

/** The value that every match has, where the filter asks for one. */
function soughtValue(node: FilterNode): string | undefined {
  if (node.kind === 'and') return node.items.map(soughtValue).find((value) => value !== undefined)
  const isSought = node.kind === 'compare' && node.comparison === 'eq' && node.path.toLowerCase() === 'value'
  return isSought && typeof node.value === 'string' ? node.value : undefined
}

function itemCondition(list: Attribute, node: FilterNode): Fragment {
  const joined = joinedCondition(node, (each) => itemCondition(list, each))
  if (joined) return joined
  if (node.kind !== 'present' && node.kind !== 'compare') throw badFilter(`${list.name} holds no lists`)
  const sub = findAttribute(list.subs ?? [], node.path)
  if (!sub) throw badFilter(`${list.name} has no ${node.path}`)
  if (list.name in links) return linkCondition(list, sub, node)
  const held = sql`(e.value ->> ${sql.lit(sub.name)})`
  if (node.kind === 'present') return sql`${held} is not null`
  return comparisonOf(sub, sub.type === 'boolean' ? sql`coalesce(${held}::boolean, false)` : held, node)
}

function linkCondition(
  list: Attribute,
  sub: Attribute,
  node: Extract<FilterNode, { kind: 'present' | 'compare' }>,
): Fragment {
  if (sub.name !== 'value') throw badFilter(`${list.name} can only be searched by value`)
  return node.kind === 'present' ? sql`true` : idCondition(sub.name, sql`e.value`, node)
}

interface Compared {
  readonly comparison: Comparison
  readonly value: FilterValue
}

function plainCondition(
  kind: ResourceKind,
  chain: readonly Attribute[],
  node: Extract<FilterNode, { kind: 'present' | 'compare' }>,
): Fragment {
  const last = chain.at(-1) as Attribute
  if (node.kind === 'present') return sql`${heldValue(kind, chain)} is not null`
  // `manager eq "…"` is about its value.
  const leaf = last.type === 'complex' ? findAttribute(last.subs ?? [], 'value') : last
  if (!leaf) throw badFilter(`${node.path} needs the name of a part`)
  const whole = leaf === last ? chain : [...chain, leaf]
  const held = heldValue(kind, whole)
  if (leaf.name === 'id') return idCondition(leaf.name, held, node)
  return comparisonOf(leaf, held, node, foldings[kind][whole.map(({ name }) => name).join('.')])
}

function heldValue(kind: ResourceKind, chain: readonly Attribute[]): Fragment {
  const names = chain.map(({ name }) => name)
  const column = columns[kind][names.join('.')]
  if (column) return column
  if (kind !== 'User' || names[0] === 'meta') throw badFilter(`${names.join('.')} cannot be searched`)
  const value = sql`(r.doc #>> ${sql.lit(`{${names.map((name) => `"${name}"`).join(',')}}`)})`
  return chain.at(-1)?.type === 'boolean' ? sql`(${value})::boolean` : value
}

function idCondition(name: string, held: Fragment, { comparison, value }: Compared): Fragment {
  if (comparison !== 'eq' && comparison !== 'ne') throw badFilter(`${name} can only be compared with eq and ne`)
  const id = idOf(value)
  if (id === undefined) return sql`${comparison === 'ne'}::boolean`
  return comparison === 'eq' ? sql`${held} = ${id}` : sql`${held} is distinct from ${id}`
}

const orders = { eq: '=', ne: 'is distinct from', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** The SQL operator of a comparison; undefined for the three that compare parts of a text. */
const operatorOf = (comparison: Comparison): Fragment | undefined =>
  comparison in orders ? sql.raw(orders[comparison as keyof typeof orders]) : undefined

function comparisonOf(
  attribute: Attribute,
  held: Fragment,
  { comparison, value }: Compared,
  folding?: (value: string) => Fragment,
): Fragment {
  if (value === null) return comparison === 'eq' ? sql`${held} is null` : sql`${held} is not null`
  const operator = operatorOf(comparison)
  if (attribute.type === 'boolean') return flagCondition(attribute, held, { comparison, value })
  if (attribute.type === 'dateTime') {
    const moment = new Date(String(value))
    const year = moment.getUTCFullYear()
    if (!operator || !(year >= 1 && year <= 9999)) throw badFilter(`${attribute.name} is a date and time`)
    return sql`${held} ${operator} ${moment.toISOString()}::timestamptz`
  }
  const conditions = formsOf(attribute, String(value)).map((text) =>
    textCondition(comparison, ...sidesOf(attribute, held, text, folding)),
  )
  return sql`(${sql.join(conditions, comparison === 'ne' ? sql` and ` : sql` or `)})`
}

/** As it was sent, which is how older versions have kept it, and as it is kept now; never as '', which matches all. */
function formsOf({ isPlain }: Attribute, sent: string): readonly string[] {
  const plain = isPlain ? withoutDirectionMarks(sent) : sent
  return plain === sent || plain === '' ? [sent] : [plain, sent]
}

function textCondition(comparison: Comparison, left: Fragment, right: Fragment): Fragment {
  const operator = operatorOf(comparison)
  if (operator) return sql`${left} ${operator} ${right}`
  if (comparison === 'co') return sql`strpos(${left}, ${right}) > 0`
  if (comparison === 'sw') return sql`starts_with(${left}, ${right})`
  return sql`right(${left}, length(${right})) = ${right}`
}

/** Both sides of a comparison of texts, folded unless case matters. */
function sidesOf(
  { isExact }: Attribute,
  held: Fragment,
  text: string,
  folding: ((value: string) => Fragment) | undefined,
): [Fragment, Fragment] {
  if (folding) return [held, folding(text)]
  const wanted = sql`${text}::text`
  if (isExact) return [held, wanted]
  return [foldText(held), foldText(wanted)]
}

function flagCondition({ name }: Attribute, held: Fragment, { comparison, value }: Compared): Fragment {
  const word = String(value).toLowerCase()
  if ((comparison !== 'eq' && comparison !== 'ne') || (word !== 'true' && word !== 'false'))
    throw badFilter(`${name} is true or false`)
  return sql`${held} ${operatorOf(comparison) ?? sql`=`} ${word === 'true'}`
}

/** What a list is sorted by. @throws ScimError where the path names a list or an object */
export function sortExpression(searched: Searched, path: string): Fragment {
  if (resolveOther(searched, path)) return sql`null`
  const chain = resolveSearched(searched, path)
  const last = chain?.at(-1)
  if (!chain || !last || chain.some(({ isMulti }) => isMulti) || last.type === 'complex')
    throw requestError(`sortBy: ${withoutValues(path, 200)} cannot be sorted by`, 'invalidPath')
  const held = heldValue(searched.kind, chain)
  const isText = last.type === 'string' && !last.isExact && !(chain.length === 1 && last.isUnique)
  return isText ? foldText(held) : held
}
