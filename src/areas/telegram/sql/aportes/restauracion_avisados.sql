SELECT 'Chat de Telegram', id, nombre, '••••' || right(chat_id, 4) FROM telegram_chats WHERE estatus
