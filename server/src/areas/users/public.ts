export { findTarget, findUserInScope, type UserTarget } from './user-targets.ts'
export { readUserPage } from './user-list.ts'
export { userNamesFor } from './user-name-rules.ts'
