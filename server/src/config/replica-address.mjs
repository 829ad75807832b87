import { databaseAddress } from './database-address.mjs'
import { changedAddress } from './database-hosts.mjs'
import { isPooled } from './pooler.mjs'
import { refuseValue } from './value-readers.mjs'

/** Servers that answer reads. */
const TARGETS = ['standby', 'prefer-standby', 'read-only', 'any']

/**
 * The address of replicas, without target_session_attrs: the portal asks each server which role it has.
 * @param {string} text
 */
export function replicaAddress(text) {
  const target = new URLSearchParams(text.split('?').slice(1).join('?')).get('target_session_attrs')
  if (target !== null && !TARGETS.includes(target))
    refuseValue(
      `must have ${TARGETS.slice(0, -1).join(', ')} or any as target_session_attrs, because replicas accept no writes`,
    )
  const address = databaseAddress(target === null ? text : withoutTarget(text))
  if (isPooled(address)) refuseValue('must lead to the replicas themselves, without pooler=transaction')
  return address
}

/** @param {string} text */
function withoutTarget(text) {
  try {
    return changedAddress(text, ({ searchParams }) => searchParams.delete('target_session_attrs'))
  } catch {
    return text
  }
}

/**
 * @param {{ DATABASE_URL?: string | undefined, PORTAL_DATABASE_REPLICA_URL?: string | undefined }} values
 * @param {readonly string[]} problems of single settings, which have been reported
 */
export const replicaProblems = ({ DATABASE_URL: url, PORTAL_DATABASE_REPLICA_URL: replica }, problems) =>
  replica === undefined || url !== undefined || problems.some((problem) => problem.startsWith('DATABASE_URL'))
    ? []
    : ['PORTAL_DATABASE_REPLICA_URL is only for a database that DATABASE_URL names: the embedded one has no replica.']
