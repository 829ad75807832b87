export { departments, notificationTypes } from './account-lists.ts'
export { consumeOptOut, type OptOut, removesTextRecipient, resetOptOut, sendOptOut } from './opt-out.ts'
export { type OwnAccount, readOwnAccount } from './profile.ts'
