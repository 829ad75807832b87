-- The rule as it was shipped; one that an administrator has worded stays.
update password_rules
   set rule_text = 'Without your user ID, your name, your organization or ‘{product_name}’'
 where rule_text = 'Without your user ID, your name, your organisation or ‘{product_name}’';
