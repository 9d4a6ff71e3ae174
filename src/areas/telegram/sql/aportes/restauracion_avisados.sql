SELECT 'Chat de Telegram', id, nombre, '••••' || right(chat_id, 4), chat_id FROM telegram_chats WHERE telegram_oye(id)
