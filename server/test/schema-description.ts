import { asOwner, type TestDatabase } from './database.ts'

/**
 * Everything in the schema public but the rows of users, as sorted lines: columns in their order, constraints, indexes,
 * functions, triggers, views, policies, rights, sequences, and what is shipped.
 */
export async function describeSchema(database: TestDatabase): Promise<string[]> {
  const { rows } = await asOwner(database, described)
  return rows.map(({ line }: { line: string }) => line)
}

const described = `
  with relations as (
    select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'i')
  ), routines as (
    select * from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  ), rights as (
    select relname::text as name, null::text as part, each from relations,
        unnest(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))) each
     where relkind <> 'i'
    union all
    select relname, attname, each from pg_attribute join relations on relations.oid = attrelid, unnest(attacl) each
    union all
    select oid::regprocedure::text, null, each from routines, unnest(coalesce(proacl, acldefault('f', proowner))) each
    union all
    select defaclobjtype::text, 'by default', each from pg_default_acl, unnest(defaclacl) each
     where defaclnamespace = 'public'::regnamespace
    union all
    select nspname, null, each from pg_namespace, unnest(nspacl) each where nspname = 'public'
  ), lines as (
    select concat_ws(' ', relkind, relname, pg_get_userbyid(relowner), reloptions, relrowsecurity, relforcerowsecurity,
             obj_description(oid)) as line from relations
    union all
    select concat_ws(' ', 'column', attrelid::regclass, row_number() over (partition by attrelid order by attnum),
             attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
             attgenerated, pg_get_expr(adbin, adrelid))
      from pg_attribute join relations on relations.oid = attrelid and relkind in ('r', 'v')
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'index', indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid)
      from pg_index join relations on relations.oid = indrelid
    union all
    select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle,
             last_value) from pg_sequences where schemaname = 'public'
    union all
    select concat_ws(' ', 'view', oid::regclass, pg_get_viewdef(oid)) from relations where relkind = 'v'
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid)) from routines
    union all
    select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled)
      from pg_trigger where not tgisinternal and tgrelid in (select oid from relations)
    union all
    select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
      from pg_policies where schemaname = 'public'
    union all
    select concat_ws(' ', 'right', name, part, each) from rights
    union all
    select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
    union all
    select concat_ws(' ', 'row of ' || name, row_to_json - 'changed_at' - 'created_at') from (
      select 'classification_types' as name, to_jsonb(each) as row_to_json from classification_types each
      union all select 'classification_values', to_jsonb(each) from classification_values each
      union all select 'facilities', to_jsonb(each) from facilities each
      union all select 'license_texts', to_jsonb(each) from license_texts each
      union all select 'notification_types', to_jsonb(each) from notification_types each
      union all select 'pages', to_jsonb(each) from pages each
      union all select 'password_rules', to_jsonb(each) from password_rules each
      union all select 'security_questions', to_jsonb(each) from security_questions each
      union all select 'systems', to_jsonb(each) from systems each
      union all select 'unknown_name_sign_ins', to_jsonb(each) from unknown_name_sign_ins each) shipped
  )
  select line from lines order by line collate "C"`
