import { allGates, pagesOfUsers } from './tile-gates.ts'

/**
 * SQL of rule C1: the pages that a user can see. $1 is the user's id. Used by the tiles and by every launch, so that
 * both always agree.
 */
export const visiblePages = `
  select p.id, p.name, p.section_id, p.system_id, p.location, p.help_location, p.opens_in_new_window,
         p.is_link_enabled, sy.is_saml_post, s.name as section_name
    ${pagesOfUsers}
   where u.id = $1
     and ${allGates}`
