-- Codes of jobs, names of mail templates and keys of texts follow the terms of the code. Nodes of the former version
-- must be stopped: they know the former names only.

update job_schedules set code = 'attempt-count-purge' where code = 'secret-try-purge';
update job_schedules set code = 'announcement-sync' where code = 'announcement-day';
update job_runs set job_code = 'attempt-count-purge' where job_code = 'secret-try-purge';
update job_runs set job_code = 'announcement-sync' where job_code = 'announcement-day';

update outbox_mails
   set template = 'employer-requested', dedupe_key = regexp_replace(dedupe_key, '^employer-asked:', 'employer-requested:')
 where template = 'employer-asked';
update outbox_mails set fields = fields || '{"change": "email_requested"}'
 where template = 'account-changed' and fields ->> 'change' = 'email_asked';

-- Texts that a client or the operator has reworded.
update resource_texts
   set key = renamed.new_key
  from (values ('mail_employer_asked_subject', 'mail_employer_requested_subject'),
               ('mail_employer_asked', 'mail_employer_requested'),
               ('mail_employer_asked_how', 'mail_employer_requested_how'),
               ('employer_asked', 'employer_requested'),
               ('mail_email_asked', 'mail_email_requested'),
               ('email_asked', 'email_requested'),
               ('mail_password_not_asked', 'mail_password_not_requested'),
               ('mail_link_not_asked', 'mail_link_not_requested'),
               ('mail_confirm_email_not_asked', 'mail_confirm_email_not_requested'),
               ('document_storage_away', 'document_storage_unavailable'),
               ('document_scanner_away', 'document_scanner_unavailable'),
               ('password_tries_spent', 'password_attempts_exhausted'),
               ('human_check_away', 'human_check_unavailable'),
               ('email_link_spent', 'email_link_used'),
               ('database_away', 'database_unavailable')) as renamed (old_key, new_key)
 where resource_texts.key = renamed.old_key;
