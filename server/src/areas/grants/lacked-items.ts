/** SQL: a user has no open grant of an application. */
export const lacksSystem = (userId: string, systemId: string): string => `
  not exists (select from user_system_grants held
               where held.user_id = ${userId} and held.system_id = ${systemId} and held.valid_to is null)`

/** SQL: a user has no open grant of a page, whose application is not one that has ended and waits to be closed. */
export const lacksPage = (userId: string, pageId: string, systemId: string): string => `
  not exists (select from user_page_grants held
               where held.user_id = ${userId} and held.page_id = ${pageId} and held.valid_to is null)
  and not exists (select from user_system_grants over
                   where over.user_id = ${userId} and over.system_id = ${systemId} and over.valid_to is null
                     and over.ends_at <= clock_now())`
