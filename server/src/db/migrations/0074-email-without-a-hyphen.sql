-- The shipped notification type is written as everywhere else in the portal; one that was renamed stays as it is.
update notification_types set name = 'Email', description = replace(description, 'by e-mail', 'by email')
 where name = 'E-mail';
