-- {product_name} stands for the name of the product, which an installation may reword.
update password_rules set rule_text = replace(rule_text, '‘Portico’', '‘{product_name}’') where type_code = 'OWN_WORDS';
