/**
 * SQL of rule C1: the pages that a user can see. $1 is the user's id. Used by the tiles and by every launch, so that
 * both always agree.
 */
export const visiblePages = `
  select p.id, p.name, p.section_id, p.system_id, p.location, p.help_location, p.opens_in_new_window,
         p.is_link_enabled, sy.is_saml_post, s.name as section_name
    from users u
    join current_system_grants sg on sg.user_id = u.id
    join systems sy on sy.id = sg.system_id
    join pages p on p.system_id = sy.id
    join sections s on s.id = p.section_id
   where u.id = $1
     and u.status = 1
     and s.is_displayed and p.is_displayed
     and s.deleted_at is null and p.deleted_at is null and sy.deleted_at is null
     and (not p.is_internal_only or u.is_internal)
     and (sy.facility_code is null
          or exists (select 1 from current_facility_grants fg
                      where fg.user_id = u.id and fg.facility_code = sy.facility_code))
     and (not p.is_assignable
          or exists (select 1 from current_page_grants pg
                      where pg.user_id = u.id and pg.page_id = p.id))
     and (not p.requires_admin or sg.is_admin)`
